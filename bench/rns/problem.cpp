#include "rns/problem.hpp"

#include <random>
#include <span>
#include <sstream>

namespace bench::rns {
namespace {

/// Names in the order of the operations.
constexpr const char* names[] = {
    "key switch", "exact conversion",       "mod down",      "automorphism", "mul",
    "mul_add",    "approximate conversion", "BFV extension", "BFV scaling",  "inner product of 8",
    "tensor"};

const char* name_of(const Row& row) {
  const bool is_rescale = row.operation == Operation::mod_down && row.special == 1;
  return is_rescale ? "rescale" : names[static_cast<std::size_t>(row.operation)];
}

/// Returns the number of random polynomials among the operands, without a key.
std::size_t inputs_of(Operation operation) {
  switch (operation) {
    case Operation::inner_product:
      return 2 * terms;
    case Operation::tensor:
      return 4;
    case Operation::mul_add:
      return 3;
    case Operation::mul:
      return 2;
    default:
      return 1;  // The second operand of a scaling is computed from the first.
  }
}

/// Returns whether results are modulo the special moduli.
bool converts(Operation operation) {
  return operation == Operation::exact_conversion || operation == Operation::approximate_conversion ||
         operation == Operation::extension;
}

bool is_of_bfv(Operation operation) { return operation == Operation::extension || operation == Operation::scaling; }

/// Returns the moduli of a row. Like SEAL, BFV takes the largest auxiliary prime for the redundant modulus, omits the
/// next one, which SEAL uses for decryption, and takes those that follow.
std::vector<Word> moduli_of(const Row& row) {
  const bool is_bfv = is_of_bfv(row.operation);
  std::vector<Word> moduli = ringlet::ntt_primes(row.moduli + (is_bfv ? 0 : row.special), row.bits, row.n());
  if (row.long_modulus) moduli[*row.long_modulus] = ringlet::ntt_primes(1, 60, row.n()).front();
  Word above = (Word{1} << row.bits) + 1;
  for (std::size_t i = 1; i < moduli.size() && row.straddles; i += 2) {
    while (!ringlet::is_prime(above += 2 * row.n())) {
    }
    moduli[i] = above;
  }
  if (!is_bfv) return moduli;
  const std::vector<Word> auxiliary = ringlet::ntt_primes(row.special + 1, 61, row.n());
  moduli.insert(moduli.end(), auxiliary.begin() + 2, auxiliary.end());
  moduli.push_back(auxiliary.front());
  return moduli;
}

}  // namespace

std::string Row::label() const {
  std::ostringstream label;
  label << name_of(*this) << " 2^" << log_n << ' ' << moduli;
  if (converts(operation) || operation == Operation::scaling) {
    label << " to " << special;
  } else if (special != 0) {
    label << '+' << special;
  }
  if (digit_bits != 0) label << ", digits of " << digit_bits << " bits";
  if (digit_size > 1) label << ", digits of " << digit_size;
  if (long_modulus) label << ", one modulus of 60 bits";
  if (straddles) label << ", moduli around 2^" << bits;
  return label.str();
}

const std::vector<Row>& all_rows() {
  using enum Operation;
  static const std::vector<Row> rows = {
      {key_switch, 13, 43, 4, 1},
      {key_switch, 14, 49, 8, 1},
      {key_switch, 15, 55, 15, 1},
      {key_switch, 15, 49, 12, 4, 4},
      {key_switch, 15, 49, 12, 4, 4, 15},
      {key_switch, 15, 50, 12, 4, 4, std::nullopt, true},
      {key_switch, 15, 55, 12, 4, 4, std::nullopt, true},
      {key_switch, 16, 49, 24, 8, 8},
      {key_switch, 14, 55, 8},
      {.operation = key_switch, .log_n = 14, .bits = 55, .moduli = 8, .digit_bits = 28},
      {exact_conversion, 14, 49, 24, 8},
      {exact_conversion, 14, 55, 24, 8},
      {exact_conversion, 14, 60, 24, 8},
      {exact_conversion, 15, 49, 4, 12},
      {exact_conversion, 15, 49, 4, 12, 1, 3},
      {exact_conversion, 15, 50, 4, 12, 1, std::nullopt, true},
      {exact_conversion, 16, 49, 24, 8},
      {approximate_conversion, 14, 49, 24, 8},
      {approximate_conversion, 14, 55, 24, 8},
      {approximate_conversion, 14, 60, 24, 8},
      {mod_down, 13, 43, 4, 2},
      {mod_down, 14, 49, 8, 2},
      {mod_down, 15, 49, 12, 4},
      {mod_down, 16, 49, 24, 8},
      {mod_down, 13, 43, 4, 1},
      {mod_down, 14, 49, 8, 1},
      {mod_down, 15, 55, 15, 1},
      {mod_down, 16, 49, 24, 1},
      {extension, 13, 43, 4, 5},
      {extension, 14, 49, 8, 9},
      {extension, 15, 55, 15, 16},
      {scaling, 13, 43, 4, 5},
      {scaling, 14, 49, 8, 9},
      {scaling, 15, 55, 15, 16},
      {automorphism, 13, 43, 4},
      {automorphism, 14, 49, 8},
      {automorphism, 15, 55, 15},
      {automorphism, 16, 49, 24},
      {inner_product, 14, 49, 8},
      {inner_product, 14, 60, 8},
      {mul, 14, 49, 8},
      {mul, 14, 60, 8},
      {mul_add, 14, 49, 8},
      {mul_add, 14, 60, 8},
      {tensor, 14, 49, 8},
      {tensor, 14, 60, 8},
  };
  return rows;
}

Problem::Problem(const Row& r) : row(r), moduli(moduli_of(r)) {
  std::mt19937_64 random(row.log_n);
  const auto add = [&](Polynomials& to, std::size_t rows) {
    Polynomial& polynomial = to.emplace_back(rows, row.n());
    for (std::size_t i = 0; i < rows; ++i) {
      for (Word& x : polynomial.span()[i]) x = random() % moduli[i];
    }
  };
  const std::size_t rows = row.operation == Operation::mod_down ? moduli.size() : row.moduli;
  for (std::size_t i = 0; i < inputs_of(row.operation); ++i) add(inputs, rows);
  if (row.operation == Operation::scaling) {
    inputs.emplace_back(row.special, row.n());
    ringlet::BaseConversion(base(), special(), ringlet::Lift::centred)(inputs[1].span(), inputs[0].view());
  }
  if (row.operation != Operation::key_switch) return;
  for (std::size_t digit = 0; digit < row.digits(); ++digit) {
    add(key_b, moduli.size());
    add(key_a, moduli.size());
  }
}

ringlet::RnsBase Problem::base() const { return ringlet::RnsBase(std::span(moduli).first(row.moduli)); }

ringlet::RnsBase Problem::special() const { return ringlet::RnsBase(std::span(moduli).subspan(row.moduli)); }

ringlet::KeySwitch Problem::key_switch() const {
  const ringlet::RnsNtt ntt(row.n(), ringlet::RnsBase(moduli));
  return {ntt, row.special, {.digit_size = row.digit_size, .digit_bits = row.digit_bits}};
}

ringlet::ScaleAndRound Problem::scale_and_round() const {
  return {base(), special(), plaintext_modulus, {.montgomery_modulus = montgomery_modulus}};
}

Polynomials Problem::results() const {
  const std::size_t count = row.operation == Operation::tensor ? 3 : row.operation == Operation::key_switch ? 2 : 1;
  return Polynomials(count, Polynomial(converts(row.operation) ? row.special : row.moduli, row.n()));
}

std::size_t Problem::bytes() const {
  if (row.operation == Operation::key_switch) return 0;
  std::size_t words = 0;
  for (const Polynomial& result : results()) words += result.words();
  for (const Polynomial& input : inputs) words += input.words();
  return sizeof(Word) * words;
}

std::vector<ringlet::RnsView> views_of(const Polynomials& polynomials) {
  std::vector<ringlet::RnsView> views;
  for (const Polynomial& polynomial : polynomials) views.push_back(polynomial.view());
  return views;
}

}  // namespace bench::rns
