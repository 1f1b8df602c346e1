# Links OBJECTS into OUTPUT, one relocatable object. It exports HEXL's interface, contains all code that this needs
# under local symbols, and nothing else: no names of local symbols, no debug information.
#
#   cmake -DOUTPUT=<file> -DOBJECTS=<list> -DINTERFACE=<those with HEXL's functions> -DLD=... -DOBJCOPY=... -DREADELF=...
#         -P one_object.cmake
#
# The interface consists of all visible symbols that the objects of INTERFACE define in HEXL's namespace.

set(line "[^\n]*")
set(names "")
foreach(object IN LISTS INTERFACE)
  execute_process(COMMAND "${READELF}" --symbols --wide "${object}" OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  # Number, value, size, type, binding, visibility, section and name.
  string(REGEX MATCHALL " (GLOBAL|WEAK) +DEFAULT +[0-9]+ _Z[A-Z]*5intel4hexl${line}" symbols "${symbols}")
  list(TRANSFORM symbols REPLACE ".* " "")
  list(APPEND names ${symbols})
endforeach()
list(REMOVE_DUPLICATES names)
if(NOT names)
  message(FATAL_ERROR "none of ${INTERFACE} defines a function of HEXL's")
endif()
# AddressSanitizer's record of registered globals must be one symbol in the whole program.
list(JOIN names "\n" lines)
file(WRITE "${OUTPUT}.interface" "${lines}\n___asan_globals_registered\n")
list(JOIN names "\n--undefined=" lines)
file(WRITE "${OUTPUT}.needed" "--undefined=${lines}\n")

# The linker merges groups of sections by their names, which are about to become local. Without groups, it drops nothing
# of this object in favour of another one's.
execute_process(
  COMMAND "${LD}" -r --force-group-allocation --gc-sections "@${OUTPUT}.needed" -o "${OUTPUT}.all" ${OBJECTS}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND "${OBJCOPY}" "--keep-global-symbols=${OUTPUT}.interface" --strip-unneeded "${OUTPUT}.all" "${OUTPUT}"
  COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE "${OUTPUT}.all")
