# Links OBJECTS into OUTPUT, one relocatable object that shows HEXL's interface, keeps what that needs to itself, and has
# nothing else, no names of what it keeps and no debug information:
#
#   cmake -DOUTPUT=<file> -DOBJECTS=<list> -DINTERFACE=<those with HEXL's functions> -DLD=... -DOBJCOPY=... -DREADELF=...
#         -P one_object.cmake
#
# Its interface is what HEXL's own objects define in its namespace and do not hide.

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
# What AddressSanitizer has seen already is one note in the whole program.
list(JOIN names "\n" lines)
file(WRITE "${OUTPUT}.interface" "${lines}\n___asan_globals_registered\n")
list(JOIN names "\n--undefined=" lines)
file(WRITE "${OUTPUT}.needed" "--undefined=${lines}\n")

# A group of sections is merged with others by its name, which is about to become local: without groups, nothing of this
# object is left out in favour of another's.
execute_process(
  COMMAND "${LD}" -r --force-group-allocation --gc-sections "@${OUTPUT}.needed" -o "${OUTPUT}.all" ${OBJECTS}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND "${OBJCOPY}" "--keep-global-symbols=${OUTPUT}.interface" --strip-unneeded "${OUTPUT}.all" "${OUTPUT}"
  COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE "${OUTPUT}.all")
