# Runs programs with the preloaded library. Lines of the stand-ins name each function that is called, after a mark if
# the plugin called it, and count the references to what the program made.
cmake_minimum_required(VERSION 3.25)

# preloaded(<output> <error> <command>...): what the program writes, with both parts compared as a whole.
function(preloaded output error)
  foreach(preload IN ITEMS "" "${PRELOAD}")
    execute_process(COMMAND "${CMAKE_COMMAND}" -E env "LD_PRELOAD=${preload}" ${ARGN}
      OUTPUT_VARIABLE written ERROR_VARIABLE message COMMAND_ERROR_IS_FATAL ANY)
    if(NOT preload)
      string(REPLACE "*" "" expected "${output}")
      set(expected_error "^$")
    else()
      set(expected "${output}")
      set(expected_error "${error}")
    endif()
    if(NOT written STREQUAL "${expected}\n" OR NOT message MATCHES "${expected_error}")
      message(FATAL_ERROR "${ARGN} with '${preload}': '${written}' and '${message}', not '${expected}' and '${error}'")
    endif()
  endforeach()
endfunction()

# calls(<result> <host> <mark>): calls of one client.
function(calls result host mark)
  set(text "")
  foreach(function IN ITEMS get ckks bgv bfv read ckks)
    string(APPEND text "${mark}${host}:${function} ")
  endforeach()
  set(${result} "${text}(no such feature) 2 2 2" PARENT_SCOPE)
endfunction()

calls(known known "*")
calls(other other "")
calls(mixed mixed "")
calls(second second "")
calls(static static "")
set(another "^ringlet: OpenFHE is not accelerated: this Ringlet was built for another OpenFHE than [^\n]*")
preloaded("${known}" "^$" "${KNOWN}")
preloaded("${known}" "^$" "${LOADER}" "${KNOWN_CLIENT}")
preloaded("${other}" "${another}libOPENFHEpke[^\n]*\n$" "${OTHER}")
preloaded("${mixed}" "${another}libOPENFHEpke[^\n]*\n$" "${MIXED}")
preloaded("${static}" "^ringlet: OpenFHE is not accelerated: the program contains its own OpenFHE[^\n]*\n$" "${STATIC}")
# Each object has its own library's functions. A library that the program is linked with has them all.
preloaded("${known}\n${second}" "${another}libOPENFHEpke.so.2\n$" "${LOADER}" "${KNOWN_CLIENT}" "${SECOND_CLIENT}")
preloaded("${known}\n${known}" "^$" "${KNOWN}" "${SECOND_CLIENT}")

# Programs that do not use OpenFHE get nothing but the C library.
execute_process(COMMAND "${READELF}" --dynamic --wide "${PRELOAD}" OUTPUT_VARIABLE described COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "NEEDED[^\n]*" needed "${described}")
list(FILTER needed EXCLUDE REGEX "lib(c|dl|pthread)[.]so|ld-linux")
if(needed)
  message(FATAL_ERROR "the preloaded library is linked with ${needed}")
endif()
