#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "c/multiword_support.hpp"
#include "checks/number_text.hpp"
#include "ringlet/fields.hpp"
#include "ringlet/multiword_eltwise.hpp"
#include "ringlet/multiword_number_theory.hpp"

namespace {

using namespace ringlet::c;
using ringlet::Form;
using ringlet::Modulus;
using ringlet::UInt;

/// Array of an operation, with its name for messages.
struct Array {
  const char* name;
  const std::uint64_t* words;

  template <unsigned width>
  [[nodiscard]] decltype(auto) of(std::size_t n) const {
    return numbers<width>(name, words, n);
  }
};

/// Single number of an operation, with its name for messages.
struct Scalar {
  const char* name;
  const std::uint64_t* words;

  template <unsigned width>
  [[nodiscard]] decltype(auto) of(std::size_t /*n*/) const {
    return number<width>(name, words);
  }
};

/// Calls function(out, inputs..., q), for arrays of n numbers.
template <class Function, class... Inputs>
ringlet_status compute_array(std::uint64_t* out, std::size_t n, const ringlet_multiword_modulus* q,
                             const Function& function, Inputs... inputs) {
  return with_modulus(q, [=]<unsigned width>(const Modulus<UInt<width>>& modulus) {
    function(numbers<width>("out", out, n), inputs.template of<width>(n)..., modulus);
  });
}

/// Function object that calls the overloads of ringlet::name, with the form of the operands if there is one.
#define RINGLET_OPERATION(name, ...) [=](const auto&... v) { ringlet::name(v... __VA_OPT__(, ) __VA_ARGS__); }

/// *result = function(a, b, q), for single numbers.
template <class Function>
ringlet_status compute(std::uint64_t* result, const std::uint64_t* a, const std::uint64_t* b,
                       const ringlet_multiword_modulus* q, const char* name_of_a, const char* name_of_b,
                       const Function& function) {
  return with_modulus(q, [=]<unsigned width>(const Modulus<UInt<width>>& modulus) {
    const auto computed = function(number<width>(name_of_a, a), number<width>(name_of_b, b), modulus);
    number<width>("result", result) = computed;
  });
}

/// Returns the words of a number.
template <unsigned width>
const std::uint64_t* words_of(const UInt<width>& x) {
  return x.words;
}
const std::uint64_t* words_of(const std::uint64_t& x) { return &x; }

/// Returns the fields of a width. C has fields of 32 bits in words of 64.
template <unsigned width>
auto fields_in_words() {
  if constexpr (width == 32) {
    static const auto copies = [] {
      std::array<ringlet::Field<64>, 3> all;
      std::ranges::transform(ringlet::fields<32>(), all.begin(), [](const ringlet::Field<32>& field) {
        return ringlet::Field<64>{field.name,      field.modulus, field.two_adicity,
                                  field.generator, field.root,    field.source};
      });
      return all;
    }();
    return std::span<const ringlet::Field<64>>(copies);
  } else {
    return ringlet::fields<width>();
  }
}

template <unsigned width>
ringlet_multiword_field c_field(const ringlet::Field<width>& field) {
  // Texts are literals, which end with a zero.
  return {.name = field.name.data(),
          .words = width / 64,
          .two_adicity = field.two_adicity,
          .modulus = words_of(field.modulus),
          .generator = words_of(field.generator),
          .root = words_of(field.root),
          .source = field.source.data()};
}

/// Calls visit(fields) for the fields of each width, until it returns true.
template <class Visit>
void visit_fields(const Visit& visit) {
  (void)(visit(fields_in_words<32>()) || visit(fields_in_words<64>()) || visit(fields_in_words<256>()) ||
         visit(fields_in_words<384>()));
}

}  // namespace

ringlet_status ringlet_multiword_parse(uint64_t* result, unsigned words, const char* text) {
  return guarded([=] {
    with_width(words, [=]<unsigned width>(std::integral_constant<unsigned, width>) {
      const auto parsed = UInt<width>::parse(std::string_view(&deref("text", text)));
      number<width>("number", result) = parsed;
    });
  });
}

ringlet_status ringlet_multiword_print(char* text, size_t size, const uint64_t* x, unsigned words, bool hexadecimal) {
  return guarded([=] {
    with_width(words, [=]<unsigned width>(std::integral_constant<unsigned, width>) {
      const auto& printed = number<width>("number", x);
      const std::string digits = hexadecimal ? printed.hexadecimal() : ringlet::checks::decimal(printed);
      deref("text", text);
      if (size <= digits.size()) {
        ringlet::checks::reject("size", size, "the text takes " + std::to_string(digits.size() + 1) + " bytes");
      }
      std::copy_n(digits.c_str(), digits.size() + 1, text);
    });
  });
}

ringlet_status ringlet_multiword_modulus_create(ringlet_multiword_modulus** modulus, const uint64_t* q,
                                                unsigned words) {
  return create("modulus", modulus, [=] {
    return with_width(words, [=]<unsigned width>(std::integral_constant<unsigned, width>) {
      return decltype(ringlet_multiword_modulus::q)(Modulus<UInt<width>>(number<width>("q", q)));
    });
  });
}

void ringlet_multiword_modulus_destroy(ringlet_multiword_modulus* modulus) { delete modulus; }

unsigned ringlet_multiword_modulus_words(const ringlet_multiword_modulus* modulus) {
  if (modulus == nullptr) return 0;
  return std::visit([](const auto& q) { return static_cast<unsigned>(std::size(q.value().words)); }, modulus->q);
}

const uint64_t* ringlet_multiword_modulus_value(const ringlet_multiword_modulus* modulus) {
  if (modulus == nullptr) return nullptr;
  return std::visit([](const auto& q) { return &q.value().words[0]; }, modulus->q);
}

unsigned ringlet_multiword_modulus_bits(const ringlet_multiword_modulus* modulus) {
  if (modulus == nullptr) return 0;
  return std::visit([](const auto& q) { return q.bits(); }, modulus->q);
}

ringlet_status ringlet_multiword_add_mod(uint64_t* result, const uint64_t* a, const uint64_t* b,
                                         const ringlet_multiword_modulus* q) {
  return compute(result, a, b, q, "a", "b", [](const auto&... v) { return ringlet::add_mod(v...); });
}
ringlet_status ringlet_multiword_sub_mod(uint64_t* result, const uint64_t* a, const uint64_t* b,
                                         const ringlet_multiword_modulus* q) {
  return compute(result, a, b, q, "a", "b", [](const auto&... v) { return ringlet::sub_mod(v...); });
}
ringlet_status ringlet_multiword_mul_mod(uint64_t* result, const uint64_t* a, const uint64_t* b,
                                         const ringlet_multiword_modulus* q) {
  return compute(result, a, b, q, "a", "b", [](const auto&... v) { return ringlet::mul_mod(v...); });
}
ringlet_status ringlet_multiword_pow_mod(uint64_t* result, const uint64_t* base, const uint64_t* exponent,
                                         const ringlet_multiword_modulus* q) {
  return compute(result, base, exponent, q, "base", "exponent",
                 [](const auto&... v) { return ringlet::pow_mod(v...); });
}
ringlet_status ringlet_multiword_inverse_mod(uint64_t* result, const uint64_t* a, const ringlet_multiword_modulus* q) {
  return compute(result, a, a, q, "a", "a",
                 [](const auto& x, const auto&, const auto& m) { return ringlet::inverse_mod(x, m); });
}

ringlet_status ringlet_multiword_is_prime(bool* result, const uint64_t* n, unsigned words) {
  return guarded([=] {
    with_width(words, [=]<unsigned width>(std::integral_constant<unsigned, width>) {
      const bool is_prime = ringlet::is_prime(number<width>("n", n));
      deref("result", result) = is_prime;
    });
  });
}

ringlet_status ringlet_multiword_ntt_primes(uint64_t* primes, unsigned words, size_t count, unsigned bits, size_t n,
                                            ringlet_prime_order order) {
  return guarded([=] {
    with_width(words, [=]<unsigned width>(std::integral_constant<unsigned, width>) {
      if (count != 0) require_address("primes", primes);  // before a search that may be long
      const auto found =
          ringlet::ntt_primes<ringlet::UInt<width>>(count, bits, n, static_cast<ringlet::PrimeOrder>(order));
      if (count != 0) std::ranges::copy(found, numbers<width>("primes", primes, count).begin());
    });
  });
}

ringlet_status ringlet_multiword_is_primitive_root_of_unity(bool* result, const uint64_t* root, uint64_t order,
                                                            const ringlet_multiword_modulus* q) {
  return with_modulus(q, [=]<unsigned width>(const Modulus<UInt<width>>& modulus) {
    const bool is_root = ringlet::is_primitive_root_of_unity(number<width>("root", root), order, modulus);
    deref("result", result) = is_root;
  });
}

ringlet_status ringlet_multiword_primitive_root_of_unity(uint64_t* root, uint64_t order,
                                                         const ringlet_multiword_modulus* q) {
  return with_modulus(q, [=]<unsigned width>(const Modulus<UInt<width>>& modulus) {
    const auto found = ringlet::primitive_root_of_unity(order, modulus);
    number<width>("root", root) = found;
  });
}

size_t ringlet_multiword_field_count(void) {
  std::size_t count = 0;
  visit_fields([&](const auto& fields) {
    count += fields.size();
    return false;
  });
  return count;
}

ringlet_multiword_field ringlet_multiword_field_at(size_t index) {
  ringlet_multiword_field found{};
  visit_fields([&](const auto& fields) {
    if (index < fields.size()) {
      found = c_field(fields[index]);
      return true;
    }
    index -= fields.size();
    return false;
  });
  return found;
}

ringlet_status ringlet_multiword_field_find(ringlet_multiword_field* field, const char* name) {
  return guarded([=] {
    const std::string_view wanted(&deref("name", name));
    std::string known;
    for (std::size_t i = 0; i < ringlet_multiword_field_count(); ++i) {
      const ringlet_multiword_field each = ringlet_multiword_field_at(i);
      if (each.name == wanted) {
        deref("field", field) = each;
        return;
      }
      known.append(i == 0 ? "" : ", ").append(each.name);
    }
    throw std::invalid_argument("name is \"" + std::string(wanted) + "\", but it must be one of " + known);
  });
}

ringlet_status ringlet_multiword_add(uint64_t* out, const uint64_t* a, const uint64_t* b, size_t n,
                                     const ringlet_multiword_modulus* q) {
  return compute_array(out, n, q, RINGLET_OPERATION(add), Array{"a", a}, Array{"b", b});
}
ringlet_status ringlet_multiword_sub(uint64_t* out, const uint64_t* a, const uint64_t* b, size_t n,
                                     const ringlet_multiword_modulus* q) {
  return compute_array(out, n, q, RINGLET_OPERATION(sub), Array{"a", a}, Array{"b", b});
}
ringlet_status ringlet_multiword_add_scalar(uint64_t* out, const uint64_t* a, const uint64_t* s, size_t n,
                                            const ringlet_multiword_modulus* q) {
  return compute_array(out, n, q, RINGLET_OPERATION(add), Array{"a", a}, Scalar{"s", s});
}
ringlet_status ringlet_multiword_sub_scalar(uint64_t* out, const uint64_t* a, const uint64_t* s, size_t n,
                                            const ringlet_multiword_modulus* q) {
  return compute_array(out, n, q, RINGLET_OPERATION(sub), Array{"a", a}, Scalar{"s", s});
}
ringlet_status ringlet_multiword_neg(uint64_t* out, const uint64_t* a, size_t n, const ringlet_multiword_modulus* q) {
  return compute_array(out, n, q, RINGLET_OPERATION(neg), Array{"a", a});
}
ringlet_status ringlet_multiword_mul(uint64_t* out, const uint64_t* a, const uint64_t* b, size_t n,
                                     const ringlet_multiword_modulus* q, ringlet_form form) {
  return compute_array(out, n, q, RINGLET_OPERATION(mul, static_cast<Form>(form)), Array{"a", a}, Array{"b", b});
}
ringlet_status ringlet_multiword_mul_scalar(uint64_t* out, const uint64_t* a, const uint64_t* s, size_t n,
                                            const ringlet_multiword_modulus* q, ringlet_form form) {
  return compute_array(out, n, q, RINGLET_OPERATION(mul, static_cast<Form>(form)), Array{"a", a}, Scalar{"s", s});
}
ringlet_status ringlet_multiword_axpy(uint64_t* out, const uint64_t* a, const uint64_t* s, const uint64_t* c, size_t n,
                                      const ringlet_multiword_modulus* q, ringlet_form form) {
  if (c == nullptr) return ringlet_multiword_mul_scalar(out, a, s, n, q, form);
  return compute_array(out, n, q, RINGLET_OPERATION(mul_add, static_cast<Form>(form)), Array{"a", a}, Scalar{"s", s},
                       Array{"c", c});
}
ringlet_status ringlet_multiword_mul_sub(uint64_t* out, const uint64_t* a, const uint64_t* b, const uint64_t* c,
                                         size_t n, const ringlet_multiword_modulus* q, ringlet_form form) {
  return compute_array(out, n, q, RINGLET_OPERATION(mul_sub, static_cast<Form>(form)), Array{"a", a}, Array{"b", b},
                       Array{"c", c});
}
ringlet_status ringlet_multiword_mul_add(uint64_t* out, const uint64_t* a, const uint64_t* b, const uint64_t* c,
                                         size_t n, const ringlet_multiword_modulus* q, ringlet_form form) {
  return compute_array(out, n, q, RINGLET_OPERATION(mul_add, static_cast<Form>(form)), Array{"a", a}, Array{"b", b},
                       Array{"c", c});
}
ringlet_status ringlet_multiword_inner_product(uint64_t* result, const uint64_t* a, const uint64_t* b, size_t n,
                                               const ringlet_multiword_modulus* q, ringlet_form form) {
  return with_modulus(q, [=]<unsigned width>(const Modulus<UInt<width>>& modulus) {
    const auto sum =
        ringlet::inner_product(numbers<width>("a", a, n), numbers<width>("b", b, n), modulus, static_cast<Form>(form));
    number<width>("result", result) = sum;
  });
}
ringlet_status ringlet_multiword_to_montgomery(uint64_t* out, const uint64_t* a, size_t n,
                                               const ringlet_multiword_modulus* q) {
  return compute_array(out, n, q, RINGLET_OPERATION(to_montgomery), Array{"a", a});
}
ringlet_status ringlet_multiword_from_montgomery(uint64_t* out, const uint64_t* a, size_t n,
                                                 const ringlet_multiword_modulus* q) {
  return compute_array(out, n, q, RINGLET_OPERATION(from_montgomery), Array{"a", a});
}
ringlet_status ringlet_multiword_invert(uint64_t* out, const uint64_t* a, size_t n, const ringlet_multiword_modulus* q,
                                        ringlet_form form) {
  return compute_array(out, n, q, RINGLET_OPERATION(invert, static_cast<Form>(form)), Array{"a", a});
}
ringlet_status ringlet_multiword_powers(uint64_t* out, const uint64_t* first, const uint64_t* ratio, size_t n,
                                        const ringlet_multiword_modulus* q, ringlet_form form) {
  return compute_array(out, n, q, RINGLET_OPERATION(powers, static_cast<Form>(form)), Scalar{"first", first},
                       Scalar{"ratio", ratio});
}
