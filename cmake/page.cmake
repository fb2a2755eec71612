# The page, as tools/ui built it, becomes a part of hence_server. Its index.html names the other files
# by what is in them, and is written anew with any of them: it stands for them all. Without HENCE_PAGE a
# server has every answer and no page, and says so where the page would be.
if(NOT HENCE_PAGE)
  set(no_page ${PROJECT_BINARY_DIR}/generated/no_page.cpp)
  file(CONFIGURE OUTPUT ${no_page} @ONLY CONTENT [[
#include "server/page/page.h"

std::span<const hence::PageFile> hence::page_files() { return {}; }
]])
  target_sources(hence_server PRIVATE ${no_page})
  return()
endif()
set(page_directory ${PROJECT_SOURCE_DIR}/build/ui)
if(NOT EXISTS ${page_directory}/index.html)
  message(FATAL_ERROR "the page is not built: run make build, or tools/ui first")
endif()
find_program(HENCE_NODE node REQUIRED)
set(page_pack ${PROJECT_BINARY_DIR}/generated/page.pack)
set(page_source ${PROJECT_BINARY_DIR}/generated/page_files.cpp)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/generated)
add_custom_command(OUTPUT ${page_source} ${page_pack}
  COMMAND ${HENCE_NODE} ${PROJECT_SOURCE_DIR}/cmake/page.mjs
          ${page_directory} ${page_pack} ${page_source}
  DEPENDS ${page_directory}/index.html ${PROJECT_SOURCE_DIR}/cmake/page.mjs VERBATIM)
target_sources(hence_server PRIVATE ${page_source})
