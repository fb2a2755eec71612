#include "model/files/named_file.h"

#include <array>
#include <vector>

#include "base/ascii.h"

namespace hence {
namespace {

constexpr std::array file_deed_names{"read", "written", "edited", "deleted"};
static_assert(file_deed_names.size() == file_deeds);

constexpr std::string_view file_scheme = "file://";

bool has_drive(std::string_view path) {
    return path.size() > 2 && is_letter(path[0]) && path[1] == ':' &&
           (path[2] == '\\' || path[2] == '/');
}

bool is_absolute(std::string_view path) {
    return path.starts_with('/') || path.starts_with('~') || path.starts_with("\\\\") ||
           has_drive(path);
}

// Whether "x/.." can be taken away behind these.
bool may_go_up(const std::vector<std::string_view>& parts) {
    return !parts.empty() && parts.back() != ".." && !parts.back().starts_with('~');
}

std::string tidied(std::string_view path) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        const std::string_view part = path.substr(begin, end - begin);
        begin = end + 1;
        if (part.empty() || part == ".") {
            continue;
        }
        if (part == ".." && may_go_up(parts)) {
            parts.pop_back();
        } else {
            parts.push_back(part);
        }
    }
    std::string out;
    for (const std::string_view part : parts) {
        out += out.empty() && !path.starts_with('/') ? "" : "/";
        out += part;
    }
    return out.empty() && !path.empty() ? std::string(path.starts_with('/') ? "/" : ".") : out;
}

}  // namespace

std::string_view to_string(FileDeed deed) {
    return file_deed_names[static_cast<std::size_t>(deed)];
}

std::string clean_path(std::string_view path, std::string_view base) {
    path = trimmed(path);
    if (path.starts_with(file_scheme)) {
        path.remove_prefix(file_scheme.size());
    }
    const bool web = path.find("://") != std::string_view::npos;
    const bool printable_line = path.find_first_of(std::string_view("\n\r\0", 3)) == path.npos;
    if (path.empty() || path.size() > path_size_max || web || !printable_line) {
        return {};
    }
    if (path.find('\\') != std::string_view::npos) {
        return std::string(path);
    }
    if (is_absolute(path) || base.empty()) {
        return tidied(path);
    }
    return tidied(std::string(base) + "/" + std::string(path));
}

}  // namespace hence
