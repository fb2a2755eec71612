#include "views/find/text_numbers.h"

#include <algorithm>
#include <utility>

#include "base/by_text.h"

namespace hence {
namespace {

constexpr std::size_t slots_min = 64;
constexpr std::uint64_t number_mask = UINT32_MAX;

std::uint64_t half_hash(std::string_view text) {
    return TextHash()(text) & ~number_mask;
}

// Where a slot would stand, were nothing in its way.
std::size_t place_of(std::uint64_t slot, std::size_t slots) {
    return static_cast<std::size_t>(slot >> 32) & (slots - 1);
}

}  // namespace

void TextNumbers::grow() {
    const std::vector<std::uint64_t> before = std::exchange(slots_, {});
    slots_.resize(std::max(slots_min, before.size() * 4));
    for (const std::uint64_t slot : before) {
        std::size_t at = place_of(slot, slots_.size());
        while (slot != 0 && slots_[at] != 0) {
            at = (at + 1) & (slots_.size() - 1);
        }
        slots_[at] = slot != 0 ? slot : slots_[at];
    }
}

// Where `text` stands, or the free slot where it would.
std::size_t TextNumbers::slot_of(std::string_view text, std::uint64_t hash) const {
    std::size_t at = place_of(hash, slots_.size());
    while (slots_[at] != 0) {
        const auto number = static_cast<std::uint32_t>((slots_[at] & number_mask) - 1);
        if ((slots_[at] & ~number_mask) == hash && texts_[number] == text) {
            break;
        }
        at = (at + 1) & (slots_.size() - 1);
    }
    return at;
}

std::uint32_t TextNumbers::find(std::string_view text) const {
    // What is asked for is mostly what came last: a parent, a run.
    if (last_is_first_ && texts_.back() == text) {
        return static_cast<std::uint32_t>(texts_.size() - 1);
    }
    if (slots_.empty()) {
        return none;
    }
    const std::uint64_t slot = slots_[slot_of(text, half_hash(text))];
    return slot == 0 ? none : static_cast<std::uint32_t>((slot & number_mask) - 1);
}

std::uint32_t TextNumbers::add(std::string_view text) {
    if ((texts_.size() + 1) * 2 > slots_.size()) {
        grow();
    }
    const auto number = static_cast<std::uint32_t>(texts_.size());
    const std::uint64_t hash = half_hash(text);
    const std::size_t at = slot_of(text, hash);
    last_is_first_ = slots_[at] == 0;
    if (last_is_first_) {
        slots_[at] = hash | (std::uint64_t{number} + 1);
    }
    texts_.push_back(kept_.keep(text));
    return number;
}

std::uint32_t TextNumbers::number_of(std::string_view text) {
    const std::uint32_t known = find(text);
    return known == none ? add(text) : known;
}

}  // namespace hence
