#include <algorithm>
#include <cstdint>
#include <memory>
#include <ringlet/ringlet.hpp>
#include <utility>

#include "fields/contenders.hpp"

namespace bench::fields {
namespace {

using ringlet::ElementLayout;
using ringlet::Order;

template <class T>
using Array = ringlet::memory::AlignedWords<T>;

template <class T>
Array<T> array_of(const Words& words) {
  Array<T> array(words.size());
  std::ranges::transform(words, array.begin(), [](Word word) { return static_cast<T>(word); });
  return array;
}

template <class T>
Words words_of(const Array<T>& array) {
  Words words(array.size());
  std::ranges::transform(array, words.begin(), [](T word) { return static_cast<Word>(word); });
  return words;
}

template <class T>
ringlet::NttOptions<T> options(const Row& row, Order order, Word coset = 1) {
  return {.ring = ringlet::Ring::cyclic,
          .omega = static_cast<T>(row.field.root(row.log_rows)),
          .coset = static_cast<T>(coset),
          .order = order};
}

template <class T>
Run transform(const Problem& problem) {
  const Row row = problem.row;
  const ringlet::Modulus<T> q(static_cast<T>(row.field.q));
  const auto out = std::make_shared<Array<T>>(array_of<T>(problem.x));
  std::function<void()> run;
  if (row.width == 1) {
    run = [out, ntt = ringlet::Ntt<T>(row.rows(), q, options<T>(row, Order::bit_reversed))] {
      ntt.forward(*out, *out);
    };
  } else {
    run = [out, row, ntt = ringlet::MatrixNtt<T>(row.rows(), q, options<T>(row, Order::bit_reversed))] {
      const ringlet::MatrixSpan<T> matrix(out->data(), row.rows(), row.width);
      ntt.forward(matrix, matrix);
    };
  }
  return {run, [out, row](Words& results) { results = bit_reversed_rows(words_of<T>(*out), row.width); }};
}

template <class T>
Run extension(const Problem& problem) {
  struct State {
    Array<T> in, out;
    ringlet::MatrixNtt<T> ntt;
  };
  const Row row = problem.row;
  const ringlet::Modulus<T> q(static_cast<T>(row.field.q));
  const auto state = std::make_shared<State>(State{array_of<T>(problem.x),
                                                   Array<T>(row.result_rows() * row.width),
                                                   {row.rows(), q, options<T>(row, Order::natural)}});
  const auto coset = static_cast<T>(row.field.generator), root = static_cast<T>(row.field.root(row.log_result_rows()));
  const auto run = [state, row, coset, root] {
    const ringlet::MatrixSpan<T> out(state->out.data(), row.result_rows(), row.width);
    state->ntt.extend(out, ringlet::MatrixSpan<T>(state->in.data(), row.rows(), row.width), coset, root);
  };
  return {run, [state, row](Words& results) { results = bit_reversed_rows(words_of<T>(state->out), row.width); }};
}

template <class T>
Run elements(const Problem& problem) {
  struct State {
    Array<T> x, y, out;
    ringlet::Modulus<T> q;
  };
  const auto state =
      std::make_shared<State>(State{array_of<T>(problem.x), array_of<T>(problem.y), Array<T>(problem.x.size()),
                                    ringlet::Modulus<T>(static_cast<T>(problem.row.field.q))});
  const auto store = [state](Words& results) { results = words_of<T>(state->out); };
  using In = std::span<const T>;
  if (problem.row.operation == Operation::sum) {
    return {[state] { ringlet::add(std::span<T>(state->out), In(state->x), In(state->y), state->q); }, store};
  }
  return {[state] { ringlet::mul(std::span<T>(state->out), In(state->x), In(state->y), state->q); }, store};
}

template <class T>
Run elements_of_extension(const Problem& problem, ElementLayout layout) {
  struct State {
    Array<T> x, y, out;
    ringlet::ExtensionField<T> field;
  };
  const Field& f = problem.row.field;
  const ringlet::Modulus<T> q(static_cast<T>(f.q));
  const auto state = std::make_shared<State>(State{
      array_of<T>(problem.x), array_of<T>(problem.y), Array<T>(problem.x.size()), {q, f.degree, static_cast<T>(f.w)}});
  const ringlet::ExtensionField<T>& field = state->field;
  if (layout == ElementLayout::coordinates) {
    for (Array<T>* elements : {&state->x, &state->y}) {
      field.to_coordinates(state->out, *elements);
      *elements = state->out;
    }
  }
  return {[state, layout] { state->field.mul(state->out, state->x, state->y, layout); },
          [state, layout](Words& results) {
            Array<T> out = state->out;
            if (layout == ElementLayout::coordinates) state->field.to_interleaved(out, state->out);
            results = words_of<T>(out);
          }};
}

template <class T>
Run prepare(const Problem& problem, ElementLayout layout) {
  switch (problem.row.operation) {
    case Operation::forward:
      return transform<T>(problem);
    case Operation::extension:
      return extension<T>(problem);
    case Operation::product:
    case Operation::sum:
      return elements<T>(problem);
    case Operation::extension_product:
      return elements_of_extension<T>(problem, layout);
  }
  return {};
}

Run prepare_ours(const Problem& problem, ElementLayout layout) {
  return problem.row.field.has_words_of_32_bits() ? prepare<std::uint32_t>(problem, layout)
                                                  : prepare<std::uint64_t>(problem, layout);
}

/// Returns products in Montgomery form, which the peers' elements have.
Run prepare_montgomery(const Problem& problem) {
  using Span = std::span<std::uint32_t>;
  using In = std::span<const std::uint32_t>;
  struct State {
    Array<std::uint32_t> x, y, out;
    ringlet::Modulus<std::uint32_t> q;
  };
  if (problem.row.operation != Operation::product || !problem.row.field.has_words_of_32_bits()) return {};
  const auto state = std::make_shared<State>(
      State{array_of<std::uint32_t>(problem.x), array_of<std::uint32_t>(problem.y),
            Array<std::uint32_t>(problem.x.size()), ringlet::Modulus(static_cast<std::uint32_t>(problem.row.field.q))});
  for (Array<std::uint32_t>* elements : {&state->x, &state->y}) {
    ringlet::to_montgomery(Span(*elements), In(*elements), state->q);
  }
  const auto run = [state] {
    ringlet::mul(Span(state->out), In(state->x), In(state->y), state->q, ringlet::Form::montgomery);
  };
  return {run, [state](Words& results) {
            ringlet::from_montgomery(Span(state->out), In(state->out), state->q);
            results = words_of<std::uint32_t>(state->out);
          }};
}

/// Returns words of 64 bits for a field of 32 bits, without the conversions.
Run prepare_long_words(const Problem& problem) {
  if (!problem.row.field.has_words_of_32_bits()) return {};
  return prepare<std::uint64_t>(problem, ElementLayout::interleaved);
}

}  // namespace

std::vector<Contender> ours() {
  const auto of = [](ElementLayout layout) {
    return [layout](const Problem& problem) -> Run {
      const bool is_usual = layout == ElementLayout::interleaved;
      if (!is_usual && problem.row.operation != Operation::extension_product) return {};
      return prepare_ours(problem, layout);
    };
  };
  return {{"ringlet", of(ElementLayout::interleaved)},
          {"coordinates", of(ElementLayout::coordinates)},
          {"montgomery", prepare_montgomery},
          {"uint64_t", prepare_long_words},
          {"scalar", of(ElementLayout::interleaved), "scalar"}};
}

}  // namespace bench::fields
