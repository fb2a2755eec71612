#include "server/page/page.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/inflate.h"

namespace hence {

const PageFile* page_file(std::string_view name) {
    const std::span<const PageFile> files = page_files();
    const auto found = std::ranges::find(files, name, &PageFile::name);
    return found == files.end() ? nullptr : &*found;
}

Result<std::string> unpacked(const PageFile& file) {
    // It is ours, so it may have grown by any factor.
    const InflateLimits limits{.bytes_max = file.bytes, .ratio_from = file.bytes};
    Result<std::string> text = inflate(Coding::gzip, file.packed, limits);
    if (!text || text->size() != file.bytes) {
        return Error{Code::corrupt, fmt::format("the page's own {} cannot be unpacked", file.name),
                     "build the program again"};
    }
    return text;
}

}  // namespace hence
