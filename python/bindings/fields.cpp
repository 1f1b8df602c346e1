#include "fields.hpp"

#include <nanobind/stl/string_view.h>

#include <ringlet/fields.hpp>

#include "modulus.hpp"

namespace ringlet_python {
namespace {

template <unsigned width>
void append_fields(nb::list& list) {
  for (const ringlet::Field<width>& field : ringlet::fields<width>()) {
    const Modulus q(ringlet::Modulus<ringlet::UInt<width>>(field.modulus));
    list.append(nb::make_tuple(field.name, q, field.two_adicity, to_python(field.generator), to_python(field.root),
                               field.source));
  }
}

/// The arguments of the class Field, for each of them.
nb::list list_fields() {
  nb::list list;
  append_fields<192>(list);
  append_fields<256>(list);
  append_fields<320>(list);
  append_fields<384>(list);
  append_fields<512>(list);
  return list;
}

}  // namespace

void bind_fields(nb::module_& module) {
  module.def("list_fields", &list_fields,
             nb::sig("def list_fields() -> list[tuple[str, Modulus, int, int, int, str]]"));
}

}  // namespace ringlet_python
