#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <array>
#include <cstddef>
#include <string>

namespace ringlet_python {

namespace nb = nanobind;

/// Makes an immutable class a value, by the arguments of its constructor: objects compare equal where these are, hash,
/// pickle, and `repr` is a call. get(object) is the tuple of arguments, make(tuple) an object; of each argument,
/// `names` has the keyword that `repr` shows, or null.
template <class Class, std::size_t count, class Get, class Make>
void define_value(nb::class_<Class>& cls, const std::array<const char*, count>& names, const Get& get,
                  const Make& make) {
  const std::string class_name = nb::str(cls.attr("__name__")).c_str();
  const auto represent = [get, names, class_name](const Class& self) {
    const nb::tuple arguments = get(self);
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      text.append(i > 0 ? ", " : "");
      if (names[i] != nullptr) text.append(names[i]).append("=");
      text.append(nb::repr(nb::object(arguments[i])).c_str());
    }
    return class_name + "(" + text + ")";
  };
  cls.def(
         "__eq__",
         [get](const Class& self, nb::handle other) {
           return nb::isinstance<Class>(other) && nb::inst_ready(other) &&
                  get(self).equal(get(*nb::inst_ptr<Class>(other)));
         },
         nb::arg("other").none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [get](const Class& self) { return nb::hash(get(self)); })
      .def("__repr__", represent)
      .def(
          "__getstate__", [get](const Class& self) { return get(self); },
          nb::sig("def __getstate__(self) -> tuple[typing.Any, ...]"))
      .def(
          "__setstate__", [make](Class& self, const nb::tuple& state) { new (&self) Class(make(state)); },
          nb::sig("def __setstate__(self, state: tuple[typing.Any, ...], /) -> None"));
}

}  // namespace ringlet_python
