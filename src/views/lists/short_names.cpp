#include "views/lists/short_names.h"

#include <map>
#include <string_view>

#include "model/summary/summary_text.h"
#include "model/text.h"

namespace hence {
namespace {

constexpr std::size_t end_bytes = 8;

// The end of the name, of whole characters.
std::string end_of(std::string_view name) {
    if (name.size() <= end_bytes) {
        return printable(name);
    }
    std::size_t begin = name.size() - end_bytes;
    while (begin < name.size() && (static_cast<unsigned char>(name[begin]) & 0xC0U) == 0x80U) {
        ++begin;
    }
    return printable(name.substr(begin));
}

using Shown = std::map<std::string, std::string, std::less<>>;  // By name.

// Replaces by `longer` what is shown for more than one name.
template <class Longer>
void tell_apart(Shown& shown, const Longer& longer) {
    std::map<std::string, std::size_t, std::less<>> times;
    for (const auto& [name, text] : shown) {
        ++times[text];
    }
    for (auto& [name, text] : shown) {
        if (times[text] > 1) {
            text = longer(name);
        }
    }
}

}  // namespace

std::vector<std::string> short_names(const std::vector<std::string>& names) {
    Shown shown;
    for (const std::string& name : names) {
        shown.emplace(name, short_id(name));
    }
    tell_apart(shown, [](const std::string& name) { return end_of(name); });
    tell_apart(shown, [](const std::string& name) { return printable(name); });
    std::vector<std::string> out;
    out.reserve(names.size());
    for (const std::string& name : names) {
        out.push_back(shown[name]);
    }
    return out;
}

}  // namespace hence
