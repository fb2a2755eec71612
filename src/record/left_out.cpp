#include "record/left_out.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace hence {
namespace {

constexpr std::size_t paths_shown_max = 5;

}  // namespace

void LeftOut::add(const std::string& path, const UnknownText& looks) {
    ++count_;
    if (names_ == Names::all) {
        all_.push_back(fmt::format("  {}: {}", path, looks.looks()));
        return;
    }
    Group& group = groups_[looks.shape];
    ++group.count;
    if (group.paths.size() < paths_shown_max) {
        group.paths.push_back(path);
    }
}

std::vector<std::string> LeftOut::lines() const {
    if (count_ == 0) {
        return {};
    }
    std::vector<std::string> lines = {
        fmt::format("{} file{} of no known format skipped", count_, count_ == 1 ? "" : "s")};
    lines.insert(lines.end(), all_.begin(), all_.end());
    std::vector<std::pair<std::string, Group>> largest(groups_.begin(), groups_.end());
    std::ranges::stable_sort(
        largest, [](const auto& a, const auto& b) { return a.second.count > b.second.count; });
    for (const auto& [shape, group] : largest) {
        const std::uint64_t rest = group.count - group.paths.size();
        lines.push_back(fmt::format("  {} x {}: {}{}", group.count, shape,
                                    fmt::join(group.paths, ", "),
                                    rest > 0 ? fmt::format(" and {} more", rest) : ""));
    }
    return lines;
}

}  // namespace hence
