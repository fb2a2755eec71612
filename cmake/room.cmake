# With HENCE_BATCHES, sources are compiled several at a time, as tools/batches.py puts them together. What
# no longer fits beside its neighbours after a change is put elsewhere when tools/build runs.
if(HENCE_BATCHES)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(batches ${PROJECT_BINARY_DIR}/batches)
  execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/batches.py ${batches}
    COMMAND_ERROR_IS_FATAL ANY)
  include(${batches}/batches.cmake)
endif()

# room(NAME [ROOM...] [LIBRARIES LIBRARY...])
#
# Declares src/NAME as a library that may use the rooms and libraries named. Each *_test.cpp beside
# the code becomes part of one test program, NAME_test. Each header must compile on its own.
set(test_shards 4)
function(room name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/${name}/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS src/${name}/*.h)
  file(GLOB_RECURSE tests CONFIGURE_DEPENDS src/${name}/*_test.cpp)
  list(REMOVE_ITEM sources ${tests} ${PROJECT_SOURCE_DIR}/src/${name}/main.cpp)
  if(HENCE_BATCHES)
    set(sources ${batches_${name}})
    set(tests ${batches_${name}_test})
  endif()
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
    # Tests run once and are compiled each time: without optimisation that takes half as long.
    target_compile_options(${name}_test PRIVATE $<$<CONFIG:Debug>:-O0>)
    # In a few runs of many tests each: under sanitizers, a process to each test costs more than the
    # tests do. Each run leaves its report, by which tools/test counts.
    foreach(shard RANGE 1 ${test_shards})
      math(EXPR index "${shard} - 1")
      add_test(NAME ${name}_${shard} COMMAND ${name}_test --gtest_brief=1
        --gtest_output=xml:${PROJECT_BINARY_DIR}/reports/${name}_${shard}.xml)
      set_tests_properties(${name}_${shard} PROPERTIES TIMEOUT 1800 ENVIRONMENT
        "GTEST_TOTAL_SHARDS=${test_shards};GTEST_SHARD_INDEX=${index}")
    endforeach()
  endif()
endfunction()
