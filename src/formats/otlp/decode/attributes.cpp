#include <algorithm>
#include <utility>

#include "formats/otlp/decode/telemetry.h"

namespace hence {

Attributes::Attributes(std::vector<Attribute> attributes) : attributes_(std::move(attributes)) {
    std::ranges::stable_sort(attributes_, {}, &Attribute::key);
    // Of those with the same key, the last one moves to the front of what stays.
    std::size_t kept = 0;
    for (std::size_t at = 0; at < attributes_.size(); ++at) {
        if (at + 1 < attributes_.size() && attributes_[at + 1].key == attributes_[at].key) {
            continue;
        }
        attributes_[kept++] = attributes_[at];
    }
    attributes_.resize(kept);
}

Json Attributes::operator[](std::string_view key) const {
    const auto found = std::ranges::lower_bound(attributes_, key, {}, &Attribute::key);
    return found != attributes_.end() && found->key == key ? found->value : Json();
}

std::span<const Attribute> Attributes::under(std::string_view prefix) const {
    const auto first = std::ranges::lower_bound(attributes_, prefix, {}, &Attribute::key);
    const auto last = std::partition_point(
        first, attributes_.end(),
        [prefix](const Attribute& each) { return each.key.starts_with(prefix); });
    return {first, last};
}

}  // namespace hence
