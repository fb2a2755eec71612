#include "views/find/id_numbers.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/by_text.h"

namespace hence {
namespace {

constexpr std::size_t slots_min = 64;
constexpr std::uint64_t number_bits = UINT32_MAX;

constexpr int recent_bits = 10;

// Ids mostly differ at their ends.
std::size_t recent_place(std::string_view id) {
    std::uint64_t end = 0;
    const std::size_t size = std::min(id.size(), sizeof end);
    if (size > 0) {
        std::memcpy(&end, id.data() + (id.size() - size), size);
    }
    constexpr std::uint64_t mixing = 0x9E3779B97F4A7C15U;
    return static_cast<std::size_t>((end * mixing) >> (64 - recent_bits));
}

}  // namespace

std::uint32_t IdNumbers::add(std::string_view id) {
    if (recent_.empty()) {
        recent_.assign(std::size_t{1} << recent_bits, none);
    }
    const auto number = static_cast<std::uint32_t>(ids_.size());
    ids_.push_back(kept_.keep(id));
    recent_[recent_place(id)] = number;
    return number;
}

std::uint32_t IdNumbers::find(std::string_view id) const {
    if (ids_.empty()) {
        return none;
    }
    const std::uint32_t recent = recent_[recent_place(id)];
    if (recent != none && ids_[recent] == id) {
        return recent;
    }
    enter_all();
    const std::uint64_t hash = TextHash()(id);
    for (std::size_t at = hash & (slots_.size() - 1); slots_[at] != 0;
         at = (at + 1) & (slots_.size() - 1)) {
        const auto number = static_cast<std::uint32_t>((slots_[at] & number_bits) - 1);
        if (((slots_[at] ^ hash) & ~number_bits) == 0 && ids_[number] == id) {
            return number;
        }
    }
    return none;
}

// All ids are different, so each takes the first free slot.
void IdNumbers::enter_all() const {
    if (ids_.size() * 2 > slots_.size()) {
        slots_.assign(std::bit_ceil(std::max(slots_min, ids_.size() * 4)), 0);
        entered_ = 0;
    }
    for (; entered_ < ids_.size(); ++entered_) {
        const std::uint64_t hash = TextHash()(ids_[entered_]);
        std::size_t at = hash & (slots_.size() - 1);
        while (slots_[at] != 0) {
            at = (at + 1) & (slots_.size() - 1);
        }
        slots_[at] = (hash & ~number_bits) | (entered_ + 1);
    }
}

}  // namespace hence
