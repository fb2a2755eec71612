// The keys are cut into segments and sorted, numbers as numbers. Then each value differs from the
// one before it in the last few segments, so that JSON can be written from front to back: close
// what ended, open what begins. There is no tree in memory, and an index costs nothing, however
// large.
#include "formats/otlp/conventions/flattened.h"

#include <algorithm>
#include <array>
#include <compare>
#include <optional>
#include <utility>

namespace hence {
namespace {

constexpr std::size_t segments_max = 12;

struct Segment {
    bool is_index = false;
    std::uint32_t index = 0;
    std::string_view name = {};

    friend auto operator<=>(const Segment&, const Segment&) = default;
};

struct Leaf {
    std::vector<Segment> path;
    const Attribute* attribute = nullptr;
};

// Nothing: a number, but no index.
std::optional<Segment> segment_of(std::string_view text) {
    const bool digits =
        !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    if (!digits) {
        return text.empty() ? std::nullopt : std::optional(Segment{.name = text});
    }
    std::uint32_t index = 0;
    for (const char c : text) {
        index = index * 10 + static_cast<std::uint32_t>(c - '0');
        if (index > flattened_index_max) {
            return std::nullopt;
        }
    }
    return Segment{.is_index = true, .index = index};
}

bool says_only_what_it_is(std::string_view name) {
    constexpr std::array<std::string_view, 7> names = {
        "message", "message_content", "tool_call", "document", "prompt", "completion", "tool",
    };
    return std::ranges::find(names, name) != names.end();
}

// Nothing for a key that is none of this family.
std::optional<std::vector<Segment>> path_of(std::string_view key) {
    std::vector<Segment> path;
    while (!key.empty()) {
        const std::size_t dot = key.find('.');
        const std::optional<Segment> next = segment_of(key.substr(0, dot));
        if (!next || path.size() == segments_max) {
            return std::nullopt;
        }
        const bool last = dot == std::string_view::npos;
        const bool behind_index = !path.empty() && path.back().is_index;
        if (last || !behind_index || !says_only_what_it_is(next->name)) {
            path.push_back(*next);
        }
        key = last ? std::string_view() : key.substr(dot + 1);
    }
    const bool fits = path.size() >= 2 && path.front().is_index;
    return fits ? std::optional(std::move(path)) : std::nullopt;
}

std::vector<Leaf> leaves_of(std::span<const Attribute> attributes, std::string_view prefix) {
    std::vector<Leaf> leaves;
    for (const Attribute& attribute : attributes) {
        std::optional<std::vector<Segment>> path = path_of(attribute.key.substr(prefix.size()));
        if (path && attribute.value.present() && leaves.size() < flattened_slots_max) {
            leaves.push_back({std::move(*path), &attribute});
        }
    }
    std::ranges::stable_sort(leaves, {}, &Leaf::path);
    return leaves;
}

std::size_t shared(const std::vector<Segment>& a, const std::vector<Segment>& b) {
    const auto [at, other] = std::ranges::mismatch(a, b);
    return static_cast<std::size_t>(at - a.begin());
}

// Writes leaves in order. One that does not fit beside those before it (a member in a list, a value
// where an object is) is not written.
class LeafWriter {
public:
    bool write(const Leaf& leaf) {
        const std::vector<Segment>& path = leaf.path;
        const std::size_t same = shared(path, before_);
        const bool inside_value = same == before_.size() && same > 0;
        if (inside_value || same == path.size() ||
            (same < before_.size() && path[same].is_index != before_[same].is_index)) {
            return false;
        }
        close_to(same);
        for (std::size_t i = same; i < path.size(); ++i) {
            json_ += i == same && !before_.empty() ? "," : path[i].is_index ? "[" : "{";
            if (!path[i].is_index) {
                append_string(json_, path[i].name);
                json_ += ':';
            }
        }
        json_ += leaf.attribute->value.raw();
        before_ = path;
        return true;
    }

    std::string take() && {
        if (!before_.empty()) {
            close_to(0);
            json_ += ']';
        }
        return std::move(json_);
    }

private:
    // Leaves the container in which the segment numbered `depth` stands open.
    void close_to(std::size_t depth) {
        for (std::size_t i = before_.size(); i > depth + 1; --i) {
            json_ += before_[i - 1].is_index ? ']' : '}';
        }
    }

    std::string json_;
    std::vector<Segment> before_;
};

}  // namespace

Unflattened unflattened(std::span<const Attribute> attributes, std::string_view prefix) {
    Unflattened result;
    LeafWriter writer;
    std::uint32_t expected = 0;
    for (const Leaf& leaf : leaves_of(attributes, prefix)) {
        if (writer.write(leaf)) {
            result.taken.push_back(leaf.attribute->key);
            const std::uint32_t index = leaf.path.front().index;
            result.gaps = result.gaps || index > expected;
            expected = index + 1;
        }
    }
    result.list = std::move(writer).take();
    std::ranges::sort(result.taken);
    return result;
}

}  // namespace hence
