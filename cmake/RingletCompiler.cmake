# Warnings and options of the project's own code. Users of the library inherit none of them.

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
  message(FATAL_ERROR "Ringlet needs g++ 12 or newer, found ${CMAKE_CXX_COMPILER_VERSION}")
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 16)
  message(FATAL_ERROR "Ringlet needs clang 16 or newer, found ${CMAKE_CXX_COMPILER_VERSION}")
endif()

function(ringlet_project_options target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wcast-align -Wold-style-cast -Wnon-virtual-dtor
    $<$<BOOL:${RINGLET_WERROR}>:-Werror>)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  if(RINGLET_CHECKED)
    target_compile_definitions(${target} PRIVATE RINGLET_CHECKED)
  endif()
endfunction()
