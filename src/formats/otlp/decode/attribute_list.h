// Attributes in the making, for formats that are not OTLP but become spans.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "base/try.h"
#include "formats/otlp/decode/arena.h"
#include "formats/otlp/decode/telemetry.h"

namespace hence {

// The attributes live in the arena, and values where they were.
class AttributeList {
public:
    explicit AttributeList(Arena& arena) : arena_(arena) {}

    // Absent or null: left out. Fails with limit when there are too many.
    Result<void> add(std::string_view key, Json value) {
        if (value.present()) {
            TRY(arena_.admit());
            attributes_.push_back({arena_.keep(key), value});
        }
        return {};
    }
    Result<void> add_text(std::string_view key, std::string_view text) {
        return text.empty() ? Result<void>() : add(key, arena_.string(text));
    }

    // The value that was added last under that key; absent when there is none.
    Json find(std::string_view key) const {
        Json found;
        for (const Attribute& each : attributes_) {
            found = each.key == key ? each.value : found;
        }
        return found;
    }
    // Takes it away, so that it is none of the attributes.
    Json remove(std::string_view key) {
        const Json found = find(key);
        std::erase_if(attributes_, [key](const Attribute& each) { return each.key == key; });
        return found;
    }

    Attributes take() && { return Attributes(std::move(attributes_)); }

private:
    Arena& arena_;
    std::vector<Attribute> attributes_ = {};
};

}  // namespace hence
