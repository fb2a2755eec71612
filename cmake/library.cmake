# libhence.so: every room up to api in one library that shows what include/hence promises and nothing
# else, so that a host may have its own version of whatever we use. As a target, hence::hence.
add_library(libhence SHARED)
add_library(hence::hence ALIAS libhence)
set_source_files_properties(src/api/version.cpp PROPERTIES COMPILE_DEFINITIONS
  "HENCE_VERSION=\"${PROJECT_VERSION}\"")
# Whole, since nothing in the library itself calls what a host will call.
set_property(TARGET libhence PROPERTY LINK_LIBRARY_OVERRIDE
  "WHOLE_ARCHIVE,hence_base,hence_model,hence_store,hence_formats,hence_graph,hence_views,hence_sql,hence_server,hence_api")
target_link_libraries(libhence PRIVATE hence_api)
target_sources(libhence PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${promises})
target_compile_features(libhence INTERFACE cxx_std_20)
set(exports ${PROJECT_SOURCE_DIR}/cmake/exports.map)
target_link_options(libhence PRIVATE "LINKER:--version-script=${exports}")
set_target_properties(libhence PROPERTIES
  OUTPUT_NAME hence EXPORT_NAME hence LINKER_LANGUAGE CXX LINK_DEPENDS ${exports}
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

# Before 1.0 a minor version may change what is promised, and the name of the library says so.
include(CMakePackageConfigHelpers)
set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/hence)
configure_package_config_file(cmake/henceConfig.cmake.in ${PROJECT_BINARY_DIR}/henceConfig.cmake
  INSTALL_DESTINATION ${package_directory} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/henceConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
# From lib/pkgconfig up to the prefix, so that an installed tree may be moved.
file(RELATIVE_PATH package_up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/hence.pc.in ${PROJECT_BINARY_DIR}/hence.pc @ONLY)

if(PROJECT_IS_TOP_LEVEL)
  install(TARGETS hence)
  install(FILES LICENSE ${PROJECT_BINARY_DIR}/generated/licenses.txt DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()
install(TARGETS libhence EXPORT hence FILE_SET HEADERS)
install(EXPORT hence NAMESPACE hence:: FILE henceTargets.cmake DESTINATION ${package_directory})
install(FILES ${PROJECT_BINARY_DIR}/henceConfig.cmake ${PROJECT_BINARY_DIR}/henceConfigVersion.cmake
  DESTINATION ${package_directory})
install(FILES ${PROJECT_BINARY_DIR}/hence.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
