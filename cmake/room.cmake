# room(NAME [ROOM...] [LIBRARIES LIBRARY...])
#
# Declares src/NAME as a library that may use the rooms and libraries named. Each *_test.cpp beside
# the code becomes part of one test program, NAME_test. Each header must compile on its own.
function(room name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/${name}/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS src/${name}/*.h)
  file(GLOB_RECURSE tests CONFIGURE_DEPENDS src/${name}/*_test.cpp)
  list(REMOVE_ITEM sources ${tests} ${PROJECT_SOURCE_DIR}/src/${name}/main.cpp)
  list(TRANSFORM arg_UNPARSED_ARGUMENTS PREPEND hence_ OUTPUT_VARIABLE rooms)

  if(sources)
    set(scope PUBLIC)
    add_library(hence_${name} ${sources})
  else()
    set(scope INTERFACE)
    add_library(hence_${name} INTERFACE)
  endif()
  target_sources(hence_${name} ${scope}
    FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${headers})
  target_link_libraries(hence_${name} ${scope} hence_promise ${rooms} ${arg_LIBRARIES})

  if(tests AND HENCE_UNIT_TESTS)
    add_executable(${name}_test ${tests})
    target_link_libraries(${name}_test PRIVATE
      hence_${name} GTest::gtest_main rapidcheck rapidcheck_gtest)
    # A loaded machine is slow to list the tests of a program under sanitizers.
    gtest_discover_tests(${name}_test DISCOVERY_TIMEOUT 120 PROPERTIES TIMEOUT 600)
  endif()
endfunction()
