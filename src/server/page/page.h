// The page that a server shows, as the program carries it: files, each compressed when it was
// built. The program needs no directory of files beside it, and the page is always of the version
// that answers it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "hence/result.h"

namespace hence {

struct PageFile {
    std::string_view name;  // "index.html", "recorded.html" or "assets/NAME".
    std::string_view content_type;
    std::string_view packed;  // By gzip.
    std::size_t bytes = 0;    // Unpacked.
    std::string_view hash;    // Of what is in it; another file has another one.
};

// All of them, by name. Written when the program is built: see cmake/page.mjs.
std::span<const PageFile> page_files();

// The file of that name, or null.
const PageFile* page_file(std::string_view name);

// What is in it. Fails with corrupt when that cannot be had.
Result<std::string> unpacked(const PageFile& file);

// Where a session is to stand in recorded.html, the page that has its script and style inside.
inline constexpr std::string_view recorded_mark = "<!--hence-recorded-->";

}  // namespace hence
