# Selects the parts of the library (docs/install.md describes them). The base, which no option leaves out, has backends,
# executors, status codes and the fields by name.

set(ringlet_all_parts word32 word64 word128 multiword products rns large)
set(ringlet_needs_of_products word64)
set(ringlet_needs_of_rns word64)
set(ringlet_needs_of_large word64 word128 multiword)
set(RINGLET_PARTS "${ringlet_all_parts}" CACHE STRING "Parts of the library to build, of ${ringlet_all_parts}")

if(NOT RINGLET_PARTS)
  message(FATAL_ERROR "RINGLET_PARTS is empty, but it must name parts of ${ringlet_all_parts}")
endif()
set(ringlet_parts ${RINGLET_PARTS})
foreach(part IN LISTS RINGLET_PARTS)
  if(NOT part IN_LIST ringlet_all_parts)
    message(FATAL_ERROR "RINGLET_PARTS has ${part}, but its parts must be of ${ringlet_all_parts}")
  endif()
  foreach(needed IN LISTS ringlet_needs_of_${part})
    if(NOT needed IN_LIST ringlet_parts)
      message(STATUS "Ringlet builds the part ${needed}, because ${part} needs it")
      list(APPEND ringlet_parts ${needed})
    endif()
  endforeach()
endforeach()

# Parts that are not built, and the definitions that tell sources so: other parts have no sources in common.
set(ringlet_parts_left_out ${ringlet_all_parts})
list(REMOVE_ITEM ringlet_parts_left_out ${ringlet_parts})
set(ringlet_part_definitions ${ringlet_parts_left_out})
list(REMOVE_ITEM ringlet_part_definitions products rns large)
list(TRANSFORM ringlet_part_definitions TOUPPER)
list(TRANSFORM ringlet_part_definitions PREPEND RINGLET_WITHOUT_)

# ringlet_has_part(<result> <part>...): sets whether one of the parts is built.
function(ringlet_has_part result)
  set(found ${ARGN})
  list(REMOVE_ITEM found ${ringlet_parts_left_out} "")
  string(COMPARE NOTEQUAL "${found}" "" has_part)
  set(${result} ${has_part} PARENT_SCOPE)
endfunction()

# ringlet_add_sources(<part>... FILES <file>...): compiles the files if one of the parts is built.
function(ringlet_add_sources)
  cmake_parse_arguments(PARSE_ARGV 0 of "" "" FILES)
  ringlet_has_part(has_part ${of_UNPARSED_ARGUMENTS})
  if(has_part)
    target_sources(ringlet PRIVATE ${of_FILES})
  endif()
endfunction()

# ringlet_require_parts(<client> <part>...): fails if one of the parts is not built.
function(ringlet_require_parts client)
  foreach(part IN LISTS ARGN)
    if(part IN_LIST ringlet_parts_left_out)
      message(FATAL_ERROR "${client} needs the part ${part}, but RINGLET_PARTS is ${RINGLET_PARTS}")
    endif()
  endforeach()
endfunction()

# ringlet_option_needs(<option> <part>...): fails if the option is on and one of the parts is not built.
function(ringlet_option_needs option)
  if(${option})
    ringlet_require_parts("${option}=ON" ${ARGN})
  endif()
endfunction()
