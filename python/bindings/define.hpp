#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstddef>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// Definitions of the module's functions, methods and properties by short signatures. The package passes all arguments
/// by position, so nanobind knows neither names nor defaults (_signatures.py).
namespace ringlet_python {

namespace nb = nanobind;

/// Expands a short signature into the definition for the package's Python function and the type stub. For example,
/// "mul(a: Residues, q, *, out)" gives "def mul(a: ..., q: ..., *, out: ... = None) -> ...". A parameter without an
/// annotation is one of those that many functions share. A function without a stated result returns an array.
[[nodiscard]] std::string definition_of(std::string_view signature);

/// Returns the function's name and its parameters' names, from a signature without annotations.
[[nodiscard]] std::vector<std::string> names_of(std::string_view signature);

/// Number of arguments of a function or a lambda. The object of a member function counts.
template <class Function>
struct Arity : std::integral_constant<std::size_t, Arity<decltype(&Function::operator())>::value - 1> {};
template <class Result, class... Arguments>
struct Arity<Result (*)(Arguments...)> : std::integral_constant<std::size_t, sizeof...(Arguments)> {};
template <class Class, class Result, class... Arguments>
struct Arity<Result (Class::*)(Arguments...)> : std::integral_constant<std::size_t, sizeof...(Arguments) + 1> {};
template <class Class, class Result, class... Arguments>
struct Arity<Result (Class::*)(Arguments...) const> : std::integral_constant<std::size_t, sizeof...(Arguments) + 1> {};

/// Slots of a class with an `__init__` that the package replaces by a Python function (_signatures.py). Without a
/// tp_init slot, nanobind would construct objects without calling `__init__`.
inline const PyType_Slot python_init[]{
    {Py_tp_init, reinterpret_cast<void*>(+[](PyObject*, PyObject*, PyObject*) { return 0; })}, {0, nullptr}};

/// Adds a class to the module.
template <class Class>
[[nodiscard]] nb::class_<Class> define_class(nb::module_& module, const char* name, const char* doc,
                                             const PyType_Slot* slots = python_init) {
  return {module, name, nb::type_slots(slots), doc};
}

/// Adds a function to the module or a method to a class. `extra` are nanobind's annotations and the docstring.
template <class Scope, class Function, class... Extra>
void define(Scope& scope, const char* signature, Function function, const Extra&... extra) {
  constexpr std::size_t of_object = std::is_base_of_v<nb::module_, Scope> ? 0 : 1;
  const std::string definition = definition_of(signature);
  const std::string name(signature, std::string_view(signature).find('('));
  const auto with = [&](const auto&... arguments) {
    scope.def(name.c_str(), function, arguments..., nb::sig(definition.c_str()), extra...);
  };
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    with((static_cast<void>(i), nb::arg().none())...);
  }(std::make_index_sequence<Arity<Function>::value - of_object>());
}

/// Type of an argument that the function converts itself.
template <std::size_t>
using Any = nb::handle;

/// Adds the constructor with `count` arguments.
template <std::size_t count, class Class>
void define_init(nb::class_<Class>& cls, const char* signature) {
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    define(cls, signature, [](Class* self, Any<i>... arguments) { new (self) Class(arguments...); });
  }(std::make_index_sequence<count>());
}

/// Adds a property. The signature is its name, or "name -> type" if it returns an nb::object.
template <class Class, class Get>
void define_property(nb::class_<Class>& cls, std::string_view signature, const Get& get, const char* doc) {
  const std::size_t end = signature.find(" -> ");
  const std::string name(signature.substr(0, end));
  if (end == std::string_view::npos) {
    cls.def_prop_ro(name.c_str(), get, doc);
  } else {
    const std::string definition = definition_of(name + "(self)" + std::string(signature.substr(end)));
    cls.def_prop_ro(name.c_str(), get, nb::sig(definition.c_str()), doc);
  }
}

/// Makes objects compare, hash, copy, pickle and print by the arguments of their constructor. get(object) returns these
/// as a tuple; the package's Python code makes the methods from it (_values.py).
template <class Class, class Get>
void define_value(nb::class_<Class>& cls, const Get& get) {
  cls.def_prop_ro("_arguments", get);
}

}  // namespace ringlet_python
