#include "words/matrix_plan.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string_view>

#include "arith/bit_reversal.hpp"
#include "arith/word_arithmetic.hpp"
#include "twiddles/radices.hpp"

namespace ringlet::words {
namespace {

/// Size in bytes of the cells of a call, which should fit a second-level cache beside the rows of the array.
constexpr std::size_t cells_bytes = std::size_t{1} << 18;
constexpr std::size_t cache_line = 64;
/// Least size in bytes of rows that are cheaper to spread while they are transformed than to move afterwards.
constexpr std::size_t least_spread_bytes = 512;

constexpr std::size_t rounded_up(std::size_t x, std::size_t step) { return (x + step - 1) / step * step; }

/// Divides a sum into `count` parts that differ by at most one, the smaller parts first.
constexpr unsigned part_of(unsigned sum, unsigned count, unsigned index) {
  return sum / count + (index >= count - sum % count ? 1 : 0);
}

constexpr unsigned parts(unsigned sum, unsigned most) { return (sum + most - 1) / most; }

/// Returns the number of levels, so that a call has few enough passes, and a cache line of each of its rows fits
/// `cells_bytes`.
constexpr unsigned level_count(unsigned log_rows, unsigned max_radix_log) {
  return std::max(parts(parts(log_rows, max_radix_log), kernels::max_column_passes), parts(log_rows, 10));
}

/// Copies `count` words of a row, fewer than 2 most, in pieces of a fixed length: calls for so few words take longer.
template <std::size_t most, class Word>
void copy_row(Word* out, const Word* in, std::size_t count) {
  if ((count & most) != 0) {
    std::copy_n(in, most, out);
    in += most;
    out += most;
  }
  if constexpr (most > 1) copy_row<most / 2>(out, in, count);
}

/// Copies a matrix whose rows fill no vector.
template <class Word>
void copy_rows(Word* out, std::size_t out_stride, const Word* in, std::size_t in_stride, std::size_t width,
               std::size_t rows) {
  for (std::size_t row = 0; row < rows; ++row) copy_row<8>(out + row * out_stride, in + row * in_stride, width);
}

}  // namespace

/// Columns left to left + columns - 1 of run `number` of a block.
template <class Word>
struct MatrixPlan<Word>::Piece {
  std::size_t block;
  std::size_t number;
  std::size_t left;
  std::size_t columns;
};

/// One level of a transform.
template <class Word>
struct MatrixPlan<Word>::Step {
  const Level& level;
  twiddles::Direction direction;
  /// Passes of the transform, and the number of its first block at this level among the blocks of their table.
  std::span<const kernels::BasicNttPass<Word>> passes;
  std::size_t first_block = 0;
  Rows<Word> out;
  Rows<const Word> in;
  Arrangement to = Arrangement::in_order;
  Arrangement from = Arrangement::in_order;
  /// Whether the rows of evaluations of a call are in natural order.
  bool is_natural = false;
};

/// An executor, with memory for each of its workers. The plan keeps that of one worker.
template <class Word>
class MatrixPlan<Word>::Workers {
 public:
  Workers(memory::Scratch& first, std::size_t bytes, Executor& executor_)
      : executor(executor_), bytes_(bytes), first_(first) {
    if (executor.workers() > 1) others_ = memory::allocate_bytes((executor.workers() - 1) * bytes_);
  }

  [[nodiscard]] std::byte* scratch(std::size_t worker) const {
    return worker == 0 ? static_cast<std::byte*>(first_.get()) : others_.get() + (worker - 1) * bytes_;
  }

  Executor& executor;

 private:
  std::size_t bytes_;
  memory::Scratch::Loan first_;
  memory::AlignedBytes others_;
};

template <class Word>
std::vector<unsigned> MatrixPlan<Word>::radices_of(unsigned log_rows, unsigned max_radix_log) {
  if (log_rows <= kernels::max_only_radix_log) return {log_rows};
  const unsigned levels = level_count(log_rows, max_radix_log);
  const unsigned passes = std::max(2 * levels, parts(log_rows, max_radix_log));
  std::vector<unsigned> radices(passes);
  for (unsigned i = 0; i < passes; ++i) radices[i] = part_of(log_rows, passes, i);
  return radices;
}

template <class Word>
std::vector<typename MatrixPlan<Word>::Level> MatrixPlan<Word>::levels_of(std::span<const unsigned> radices,
                                                                          unsigned count) {
  std::vector<Level> levels;
  unsigned pass = 0, stage = 0;
  for (unsigned i = 0; i < count; ++i) {
    const unsigned passes = part_of(static_cast<unsigned>(radices.size()), count, i);
    const unsigned stages = std::accumulate(radices.begin() + pass, radices.begin() + pass + passes, 0U);
    levels.push_back({pass, passes, stages, stage});
    pass += passes;
    stage += stages;
  }
  return levels;
}

template <class Word>
MatrixPlan<Word>::MatrixPlan(unsigned log_rows, Word q, Ring ring, Word root, const backends::Backend& backend,
                             Order order, Word coset)
    : modulus_(arith::make_modulus<arith::TwiddleWord<Word>>(q)),
      ring_(ring),
      order_(order),
      log_rows_(log_rows),
      root_(root),
      coset_(coset),
      // The size of a transform that is not too short for any kernel.
      choice_(backends::choose_ntt<Word>(backend, modulus_.q, 8)),
      levels_(levels_of(radices_of(log_rows, choice_.kernel->max_radix_log),
                        level_count(log_rows, choice_.kernel->max_radix_log))),
      tables_(log_rows, modulus_, ring, root, *choice_.kernel, radices_of(log_rows, choice_.kernel->max_radix_log),
              radices_of(log_rows, choice_.kernel->max_radix_log), false, coset),
      scratch_(scratch_bytes()) {}

template <class Word>
std::size_t MatrixPlan<Word>::cell_bytes() const {
  return std::max(choice_.kernel->scratch_bytes, sizeof(Word));
}

template <class Word>
std::size_t MatrixPlan<Word>::column_group() const {
  return std::max(lanes(), cache_line / sizeof(Word));
}

template <class Word>
std::size_t MatrixPlan<Word>::most_columns(const Level& level) const {
  const std::size_t fitting = (cells_bytes >> level.log_rows) / cell_bytes();
  return std::max<std::size_t>(fitting / column_group(), 1) * column_group();
}

template <class Word>
std::size_t MatrixPlan<Word>::scratch_bytes() const {
  std::size_t most = 0;
  for (const Level& level : levels_) {
    const std::size_t row = (most_columns(level) + column_group()) * cell_bytes() + lanes() * sizeof(Word);
    most = std::max(most, row << level.log_rows);
  }
  return rounded_up(most, cache_line);
}

template <class Word>
bool MatrixPlan<Word>::moves_rows(Rows<Word> out, Rows<const Word> in, std::size_t width) const {
  return order_ == Order::natural && levels_.size() > 1 &&
         (out.data == in.data || width * sizeof(Word) < least_spread_bytes);
}

template <class Word>
const MatrixPlan<Word>& MatrixPlan<Word>::plan_for(std::size_t width) const {
  if (2 * width > lanes()) return *this;
  std::call_once(made_narrow_, [&] {
    for (const backends::Backend* b = choice_.backend->weaker; b != nullptr; b = b->weaker) {
      const auto other = backends::choose_ntt<Word>(*b, modulus_.q, 8);
      if (other.kernel->lanes_log + 1 != choice_.kernel->lanes_log) continue;
      if (std::string_view(other.kernel->arithmetic) != choice_.kernel->arithmetic) continue;
      narrow_ = std::make_unique<const MatrixPlan>(log_rows_, static_cast<Word>(modulus_.q), ring_, root_, *b, order_,
                                                   coset_);
      return;
    }
  });
  return narrow_ == nullptr ? *this : narrow_->plan_for(width);
}

template <class Word>
void MatrixPlan<Word>::forward(Rows<Word> out, Rows<const Word> in, std::size_t width, Executor& executor) const {
  if (const MatrixPlan& plan = plan_for(width); &plan != this) return plan.forward(out, in, width, executor);
  const bool moves = moves_rows(out, in, width);
  const bool is_natural = order_ == Order::natural && !moves;
  const Workers workers(scratch_, scratch_bytes(), executor);
  for (const Level& level : levels_) {
    const bool is_first = level.stages_before == 0;
    const Arrangement to = is_natural ? Arrangement::spread : Arrangement::in_order;
    run({.level = level,
         .direction = twiddles::Direction::forward,
         .passes = tables_.forward(),
         .out = out,
         .in = is_first ? in : Rows<const Word>{out.data, out.stride},
         .to = to,
         .from = is_first ? Arrangement::in_order : to,
         .is_natural = is_natural},
        width, workers);
  }
  if (moves) reverse_rows(out, {out.data, out.stride}, width, executor);
}

template <class Word>
void MatrixPlan<Word>::inverse(Rows<Word> out, Rows<const Word> in, std::size_t width, Executor& executor) const {
  if (const MatrixPlan& plan = plan_for(width); &plan != this) return plan.inverse(out, in, width, executor);
  run_inverse(out, in, width, 0, Workers(scratch_, scratch_bytes(), executor));
}

template <class Word>
void MatrixPlan<Word>::run_inverse(Rows<Word> out, Rows<const Word> in, std::size_t width, std::size_t last,
                                   const Workers& workers) const {
  const bool moves = moves_rows(out, in, width);
  if (moves) reverse_rows(out, in, width, workers.executor);
  for (std::size_t i = levels_.size(); i-- > last;) {
    const bool is_first = i + 1 == levels_.size() && !moves;
    const bool is_natural = order_ == Order::natural && is_first;
    run({.level = levels_[i],
         .direction = twiddles::Direction::inverse,
         .passes = tables_.inverse(),
         .out = out,
         .in = is_first ? in : Rows<const Word>{out.data, out.stride},
         .from = is_natural ? Arrangement::spread : Arrangement::in_order,
         .is_natural = is_natural},
        width, workers);
  }
}

template <class Word>
auto MatrixPlan<Word>::extension_to(const Points& points) const -> std::shared_ptr<const Extension> {
  const std::lock_guard lock(extension_mutex_);
  if (extension_ == nullptr || extension_->points() != points) {
    extension_ = std::make_shared<const Extension>(points, log_rows_, modulus_, *choice_.kernel,
                                                   radices_of(log_rows_, choice_.kernel->max_radix_log),
                                                   staging_words() * sizeof(Word));
  }
  return extension_;
}

template <class Word>
void MatrixPlan<Word>::extend(Rows<Word> out, Rows<const Word> in, std::size_t width, const Points& points,
                              Executor& executor) const {
  if (const MatrixPlan& plan = plan_for(width); &plan != this) return plan.extend(out, in, width, points, executor);
  const std::shared_ptr<const Extension> extension = extension_to(points);
  const Workers workers(scratch_, scratch_bytes(), executor);
  const Workers coefficients(extension->staging(), staging_words() * sizeof(Word), executor);
  const std::size_t cosets = std::size_t{1} << points.log_blowup;
  const auto rows_of = [&](std::size_t coset) {
    return Rows<Word>{out.data + coset * rows() * out.stride, out.stride};
  };
  if (levels_.size() > 1) {
    const Rows<Word> last = rows_of(cosets - 1);
    run_inverse(last, in, width, 1, workers);
    in = {last.data, last.stride};
  }
  extend_first_level(out, in, width, *extension, workers);
  for (std::size_t c = 0; c < cosets; ++c) {
    const Rows<Word> coset = rows_of(c);
    for (const Level& level : std::span(levels_).subspan(1)) {
      run({.level = level,
           .direction = twiddles::Direction::forward,
           .passes = extension->passes(),
           .first_block = c << level.stages_before,
           .out = coset,
           .in = {coset.data, coset.stride}},
          width, workers);
    }
  }
}

template <class Word>
void MatrixPlan<Word>::extend_first_level(Rows<Word> out, Rows<const Word> in, std::size_t width,
                                          const Extension& extension, const Workers& workers) const {
  const Workers coefficients(extension.staging(), staging_words() * sizeof(Word), workers.executor);
  const Level& level = levels_.front();
  const std::size_t cosets = std::size_t{1} << extension.points().log_blowup;
  const bool is_natural = order_ == Order::natural && levels_.size() == 1;
  const Step back{.level = level,
                  .direction = twiddles::Direction::inverse,
                  .passes = tables_.inverse(),
                  .out = {nullptr, staging_stride()},
                  .in = in,
                  .to = Arrangement::alone,
                  .from = is_natural ? Arrangement::spread : Arrangement::in_order,
                  .is_natural = is_natural};
  const auto extend_piece = [&](const Piece& piece, std::size_t worker) {
    auto* const values = static_cast<Word*>(static_cast<void*>(coefficients.scratch(worker)));
    run_columns(back, values, in.data + offset(level, back.from, piece, in.stride), piece, workers.scratch(worker));
    Word* const first = out.data + offset(level, Arrangement::in_order, piece, out.stride);
    for (std::size_t c = 0; c < cosets; ++c) {
      const Step there{.level = level,
                       .direction = twiddles::Direction::forward,
                       .passes = extension.passes(),
                       .first_block = c,
                       .out = out,
                       .in = {nullptr, staging_stride()},
                       .from = Arrangement::alone};
      run_columns(there, first + c * rows() * out.stride, values, piece, workers.scratch(worker));
    }
  };
  // In several levels, `in` is a block of out. std::function keeps the reference without allocating.
  for_each_piece(level, out.stride == width, width, workers.executor, std::cref(extend_piece));
}

template <class Word>
void MatrixPlan<Word>::for_each_piece(const Level& level, bool joins, std::size_t width, Executor& executor,
                                      const Work& work) const {
  const unsigned runs_log = log_rows_ - level.stages_before - level.log_rows;
  const std::size_t runs = joins ? 1 : std::size_t{1} << runs_log, run_width = joins ? width << runs_log : width;
  const std::size_t blocks = std::size_t{1} << level.stages_before;
  // Each worker should have some work.
  const std::size_t least_pieces = executor.workers() == 1 ? 1 : 2 * executor.workers();
  const std::size_t shares = (least_pieces + blocks * runs - 1) / (blocks * runs);
  const std::size_t pieces = std::max(shares, (run_width + most_columns(level) - 1) / most_columns(level));
  const std::size_t columns = rounded_up((run_width + pieces - 1) / pieces, column_group());
  const std::size_t chunks = (run_width + columns - 1) / columns;
  run_in_pieces(executor, blocks * runs * chunks, 1, [&](std::size_t begin, std::size_t end, std::size_t worker) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t left = i % chunks * columns;
      work(Piece{i / chunks / runs, i / chunks % runs, left, std::min(columns, run_width - left)}, worker);
    }
  });
}

template <class Word>
std::size_t MatrixPlan<Word>::offset(const Level& level, Arrangement arrangement, const Piece& piece,
                                     std::size_t stride) const {
  if (arrangement == Arrangement::in_order) {
    return ((piece.block << (log_rows_ - level.stages_before)) + piece.number) * stride + piece.left;
  }
  // The digits of the run's number by later levels change their order.
  std::size_t place = 0;
  unsigned left = log_rows_ - level.stages_before - level.log_rows, low = level.stages_before + level.log_rows;
  for (const Level* later = &level + 1; left != 0; ++later) {
    left -= later->log_rows;
    place |= (piece.number >> left & ((std::size_t{1} << later->log_rows) - 1)) << low;
    low += later->log_rows;
  }
  return (place + arith::reverse_bits(piece.block, level.stages_before)) * stride + piece.left;
}

template <class Word>
void MatrixPlan<Word>::run(const Step& step, std::size_t width, const Workers& workers) const {
  const bool joins = step.to == Arrangement::in_order && step.from == Arrangement::in_order &&
                     step.in.stride == width && step.out.stride == width;
  const auto run_piece = [&](const Piece& piece, std::size_t worker) {
    run_columns(step, step.out.data + offset(step.level, step.to, piece, step.out.stride),
                step.in.data + offset(step.level, step.from, piece, step.in.stride), piece, workers.scratch(worker));
  };
  for_each_piece(step.level, joins, width, workers.executor, std::cref(run_piece));
}

template <class Word>
void MatrixPlan<Word>::run_columns(const Step& step, Word* out, const Word* in, const Piece& piece,
                                   std::byte* scratch) const {
  const Level& level = step.level;
  const bool is_forward = step.direction == twiddles::Direction::forward;
  const auto kernel = is_forward ? choice_.kernel->forward_columns : choice_.kernel->inverse_columns;
  const std::size_t rows = std::size_t{1} << level.log_rows;
  const auto stride = [&](Arrangement arrangement, std::size_t words) {
    if (arrangement == Arrangement::alone) return words;
    const unsigned apart =
        arrangement == Arrangement::in_order ? log_rows_ - level.stages_before - level.log_rows : level.stages_before;
    return words << apart;
  };
  const std::size_t columns = piece.columns, tail = columns % lanes();
  kernels::BasicColumnsCall<Word> call{
      .modulus = &modulus_,
      .passes = step.passes.data() + level.first_pass,
      .pass_count = level.pass_count,
      .log_rows = level.log_rows,
      .block = step.first_block + piece.block,
      .scale = tables_.scale(),
      .out = out,
      .in = in,
      .out_stride = stride(step.to, step.out.stride),
      .in_stride = stride(step.from, step.in.stride),
      .is_natural = step.is_natural,
      .columns = columns - tail,
      .cells = scratch,
      // A cache line more than the columns, so that rows do not compete for the same few lines of a cache.
      .cell_stride = rounded_up(columns, column_group()) + column_group()};
  if (call.columns != 0) kernel(call);
  if (tail == 0) return;
  // Columns that fill no vector are copied to rows of a vector each.
  auto* const vectors = static_cast<Word*>(static_cast<void*>(scratch + call.cell_stride * rows * cell_bytes()));
  in += call.columns;
  out += call.columns;
  std::fill_n(vectors, rows * lanes(), Word{0});
  copy_rows(vectors, lanes(), in, call.in_stride, tail, rows);
  const std::size_t out_stride = call.out_stride;
  call.out = vectors;
  call.in = vectors;
  call.out_stride = call.in_stride = call.columns = lanes();
  kernel(call);
  copy_rows(out, out_stride, vectors, lanes(), tail, rows);
}

template <class Word>
void MatrixPlan<Word>::reverse_rows(Rows<Word> out, Rows<const Word> in, std::size_t width, Executor& executor) const {
  run_in_pieces(executor, rows(), 1, [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t j = arith::reverse_bits(i, log_rows_);
      Word* const row = out.data + i * out.stride;
      if (out.data != in.data) {
        std::copy_n(in.data + j * in.stride, width, row);
      } else if (i < j) {
        std::swap_ranges(row, row + width, out.data + j * out.stride);
      }
    }
  });
}

template <class Word>
std::string MatrixPlan<Word>::describe() const {
  std::string text(choice_.backend->name);
  text.append(" / ").append(choice_.kernel->arithmetic).append(" / radix ");
  for (const Level& level : levels_) {
    if (level.first_pass != 0) text.append("; ");
    text.append(twiddles::list_radices<Word>(tables_.forward().subspan(level.first_pass, level.pass_count), 0));
  }
  return text;
}

RINGLET_FOR_EACH_WORD(RINGLET_INSTANTIATE_TEMPLATE, class MatrixPlan)

}  // namespace ringlet::words
