#include "views/find/shown_id.h"

#include <algorithm>
#include <set>
#include <vector>

#include "base/ascii.h"
#include "model/summary/summary_text.h"
#include "model/text.h"

namespace hence {
namespace {

constexpr std::size_t short_size = 8;

// Whether these characters look drawn by lot: another event that has them, too, is not to be
// expected. Asking the store for each of a million rows would take longer than reading them.
bool looks_random(std::string_view text) {
    constexpr std::size_t different_min = 4;
    return text.size() == short_size && std::ranges::all_of(text, is_hex) &&
           std::set<char>(text.begin(), text.end()).size() >= different_min;
}

// Whether the part means this event only; events beside it count as itself.
bool fits_one(const Store& store, std::string_view part, std::string_view id) {
    constexpr std::size_t names_max = 64;
    const Result<std::vector<std::string>> names = store.names_like(Space::all, part, names_max);
    const std::string_view base = id.substr(0, id.rfind('~'));
    return names && names->size() < names_max &&
           std::ranges::all_of(*names, [base](const std::string& name) {
               return name == base || name.starts_with(std::string(base) + "~");
           });
}

}  // namespace

std::string shown_id(const Store& store, std::string_view id) {
    std::string shown = short_id(id);
    const std::string_view base = id.substr(0, id.rfind('~'));
    const std::string part = short_id(base);
    if (shown.size() >= id.size() || looks_random(part) || fits_one(store, part, id)) {
        return shown;
    }
    const bool ascii = std::ranges::all_of(id, [](char c) { return c > ' ' && c < '\x7f'; });
    const std::string_view end = id.substr(id.size() - std::min(id.size(), short_size));
    for (const std::string_view longer : {end, id.substr(0, 2 * short_size)}) {
        if (ascii && fits_one(store, longer, id)) {
            return std::string(longer);
        }
    }
    return printable(id);
}

}  // namespace hence
