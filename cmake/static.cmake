# hence-static: the program as one file that needs no library of the machine. `make packages` ships it.
#
# It is linked from the objects of the ordinary program, so the tests of that one hold for it. Only the
# libraries differ: `linked(NAME LIBRARY ARCHIVE...)` sets a variable that stands for the archives where such a
# program is linked, and for the library elsewhere. An archive that is not installed is missed only there.
define_property(TARGET PROPERTY STATIC_PROGRAM BRIEF_DOCS "Whether all libraries are linked as archives")

function(linked name library)
  set(archives)
  foreach(archive IN LISTS ARGN)
    if(NOT TARGET ${archive})
      find_library(archive_${archive} NAMES lib${archive}.a)
      set(archive ${archive_${archive}})
    endif()
    list(APPEND archives ${archive})
  endforeach()
  set(program "$<BOOL:$<TARGET_PROPERTY:STATIC_PROGRAM>>")
  set(${name} "$<${program}:${archives}>" "$<$<NOT:${program}>:${library}>" PARENT_SCOPE)
endfunction()

# Debian has no archive of {fmt}, but its sources, as headers: this is one, of the same version.
add_library(hence_fmt STATIC EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/cmake/fmt.cpp)
target_compile_options(hence_fmt PRIVATE -w)
