#ifndef RINGLET_EACH_WORD

#include "ringlet/extension_field.h"

#include "c/support.hpp"
#include "ringlet/extension_field.hpp"

namespace {

using namespace ringlet::c;

ringlet::ElementLayout layout_of(ringlet_element_layout layout) { return static_cast<ringlet::ElementLayout>(layout); }

/// Returns n elements of a field as words.
template <class Field, class Word>
auto elements(const Field& field, const char* name, Word* words, std::size_t n) {
  require_length<Word>(n);
  if (n > std::numeric_limits<std::size_t>::max() / field.degree())
    ringlet::checks::reject("n", n, "no array has so many elements");
  return array(name, words, n * field.degree());
}

}  // namespace

#define RINGLET_EACH_WORD "c/extension_field.cpp"
#include "c/each_word.hpp"

#else  // the functions of one word

struct CExtensionField : Described<ringlet::ExtensionField<Native<CWord>>> {
  using Described::Described;
};

ringlet_status C(ringlet_extension_field, _create)(CExtensionField** field, const CModulus* q, unsigned degree,
                                                   CWord w) {
  return create("field", field, [=] { return ringlet::ExtensionField<Native<CWord>>(value(q), degree, from_c(w)); });
}

void C(ringlet_extension_field, _destroy)(CExtensionField* field) { delete field; }

unsigned C(ringlet_extension_field, _degree)(const CExtensionField* field) {
  return field == nullptr ? 0 : field->object.degree();
}

const char* C(ringlet_extension_field, _describe)(const CExtensionField* field) { return description_of(field); }

ringlet_status C(ringlet_extension_field, _mul)(const CExtensionField* field, CWord* out, const CWord* a,
                                                const CWord* b, size_t n, ringlet_element_layout layout) {
  return guarded([=] {
    const auto& f = deref("field", field).object;
    f.mul(elements(f, "out", out, n), elements(f, "a", a, n), elements(f, "b", b, n), layout_of(layout));
  });
}

ringlet_status C(ringlet_extension_field, _mul_by_base)(const CExtensionField* field, CWord* out, const CWord* a,
                                                        const CWord* b, size_t n, ringlet_element_layout layout) {
  return guarded([=] {
    const auto& f = deref("field", field).object;
    f.mul_by_base(elements(f, "out", out, n), elements(f, "a", a, n), array("b", b, n), layout_of(layout));
  });
}

ringlet_status C(ringlet_extension_field, _mul_by_element)(const CExtensionField* field, CWord* out, const CWord* a,
                                                           const CWord* s, size_t n, ringlet_element_layout layout) {
  return guarded([=] {
    const auto& f = deref("field", field).object;
    f.mul_by_element(elements(f, "out", out, n), elements(f, "a", a, n), array("s", s, f.degree()), layout_of(layout));
  });
}

ringlet_status C(ringlet_extension_field, _invert)(const CExtensionField* field, CWord* out, const CWord* a, size_t n,
                                                   ringlet_element_layout layout) {
  return guarded([=] {
    const auto& f = deref("field", field).object;
    f.invert(elements(f, "out", out, n), elements(f, "a", a, n), layout_of(layout));
  });
}

ringlet_status C(ringlet_extension_field, _inner_product)(const CExtensionField* field, CWord* out, const CWord* a,
                                                          const CWord* b, size_t n, ringlet_element_layout layout) {
  return guarded([=] {
    const auto& f = deref("field", field).object;
    f.inner_product(array("out", out, f.degree()), elements(f, "a", a, n), elements(f, "b", b, n), layout_of(layout));
  });
}

ringlet_status C(ringlet_extension_field, _powers)(const CExtensionField* field, CWord* out, const CWord* first,
                                                   const CWord* ratio, size_t n, ringlet_element_layout layout) {
  return guarded([=] {
    const auto& f = deref("field", field).object;
    f.powers(elements(f, "out", out, n), array("first", first, f.degree()), array("ratio", ratio, f.degree()),
             layout_of(layout));
  });
}

ringlet_status C(ringlet_extension_field, _to_coordinates)(const CExtensionField* field, CWord* out, const CWord* in,
                                                           size_t n) {
  return guarded([=] {
    const auto& f = deref("field", field).object;
    f.to_coordinates(elements(f, "out", out, n), elements(f, "in", in, n));
  });
}

ringlet_status C(ringlet_extension_field, _to_interleaved)(const CExtensionField* field, CWord* out, const CWord* in,
                                                           size_t n) {
  return guarded([=] {
    const auto& f = deref("field", field).object;
    f.to_interleaved(elements(f, "out", out, n), elements(f, "in", in, n));
  });
}

#endif
