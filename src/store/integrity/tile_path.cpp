#include "store/integrity/tile_path.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/ascii.h"

namespace hence {
namespace {

constexpr std::string_view entries_name = "entries";
constexpr unsigned level_max = 63;
// Tiles beyond this hold more events than there are numbers for.
constexpr std::uint64_t number_max = ~std::uint64_t{0} / 256;

std::optional<unsigned> small_number(std::string_view text, unsigned max) {
    unsigned value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size() || value > max ||
        std::to_string(value) != text) {
        return std::nullopt;
    }
    return value;
}

bool is_digits(std::string_view text) {
    return text.size() == 3 &&
           std::ranges::all_of(text, [](char digit) { return digit >= '0' && digit <= '9'; });
}

// x001/x234/067; the one spelling that a number has.
std::optional<std::uint64_t> tile_number(std::string_view text) {
    std::uint64_t number = 0;
    for (std::string_view rest = text;;) {
        const std::size_t slash = rest.find('/');
        std::string_view group = rest.substr(0, slash);
        const bool last = slash == std::string_view::npos;
        if (!last && !group.starts_with('x')) {
            return std::nullopt;
        }
        group.remove_prefix(last ? 0 : 1);
        if (!is_digits(group) || number > number_max / 1'000) {
            return std::nullopt;
        }
        number = number * 1'000 + static_cast<std::uint64_t>(group[0] - '0') * 100 +
                 static_cast<std::uint64_t>(group[1] - '0') * 10 +
                 static_cast<std::uint64_t>(group[2] - '0');
        if (last) {
            break;
        }
        rest.remove_prefix(slash + 1);
    }
    if (number > number_max || text.starts_with("x000")) {
        return std::nullopt;
    }
    return number;
}

}  // namespace

std::optional<TilePath> read_tile_path(std::string_view path) {
    const std::size_t slash = path.find('/');
    if (slash == std::string_view::npos) {
        return std::nullopt;
    }
    TilePath tile;
    const std::string_view level = path.substr(0, slash);
    path.remove_prefix(slash + 1);
    if (level != entries_name) {
        tile.level = small_number(level, level_max);
        if (!tile.level) {
            return std::nullopt;
        }
    }
    if (const std::size_t part = path.find(".p/"); part != std::string_view::npos) {
        const std::optional<unsigned> width = small_number(path.substr(part + 3), 255);
        if (!width || *width == 0) {
            return std::nullopt;
        }
        tile.width = *width;
        path = path.substr(0, part);
    }
    const std::optional<std::uint64_t> number = tile_number(path);
    if (!number) {
        return std::nullopt;
    }
    tile.number = *number;
    return tile;
}

std::string tile_path(const TilePath& tile) {
    std::string number = fmt::format("{:03}", tile.number % 1'000);
    for (std::uint64_t rest = tile.number / 1'000; rest > 0; rest /= 1'000) {
        number = fmt::format("x{:03}/{}", rest % 1'000, number);
    }
    const std::string level = tile.level ? std::to_string(*tile.level) : std::string(entries_name);
    return fmt::format("tile/{}/{}{}", level, number,
                       tile.width < 256 ? fmt::format(".p/{}", tile.width) : "");
}

}  // namespace hence
