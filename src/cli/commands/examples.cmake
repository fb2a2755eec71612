# Writes OUTPUT, a C++ source that carries the files FILES (separated by commas).
string(REPLACE "," ";" files "${FILES}")
set(entries "")
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME)
  file(READ "${file}" text)
  string(APPEND entries "    Example{\"${name}\", R\"~hence~(${text})~hence~\"},\n")
endforeach()
file(WRITE "${OUTPUT}"
"#include \"cli/commands/examples.h\"

#include <array>

namespace hence {
namespace {

constexpr std::array known = {
${entries}};

}  // namespace

std::span<const Example> examples() { return known; }

}  // namespace hence
")
