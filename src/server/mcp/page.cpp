#include "server/mcp/page.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/utf8.h"
#include "model/json/json_slices.h"
#include "model/json/writer.h"

namespace hence {
namespace {

// How much of a string is left, tried in turn.
constexpr std::size_t lengths_tried[] = {4'000, 1'000, 250, 60, 15};
// For "note" and "next".
constexpr std::size_t frame_size = 160;

std::string with_strings_cut(std::string_view value, std::size_t length_max) {
    std::string out;
    for (std::size_t at = 0; at < value.size();) {
        if (value[at] != '"') {
            out += value[at++];
            continue;
        }
        const std::size_t end = token_end(value, at);
        const std::string_view token = value.substr(at, end - at);
        at = end;
        if (token.size() <= length_max + 2) {
            out += token;
            continue;
        }
        const std::string text = unescape(token);
        append_token(out,
                     fmt::format("{}… [{} bytes]", text_within(text, length_max), text.size()));
    }
    return out;
}

// What is left of a value that is too large however it is cut.
std::string stub_of(std::string_view value) {
    std::string out;
    JsonWriter json(out);
    json.begin_object();
    for (const std::string_view key : {"id", "event_id", "event"}) {
        if (const Json id = Json(value)[key]; id.is_string() && id.raw().size() <= 64) {
            json.member(key, id);
            break;
        }
    }
    json.member("left_out_bytes", value.size()).end_object();
    return out;
}

// Where an answer has pages of its own, their cursor is of another kind than those here.
constexpr std::string_view own_cursor = "\"next\"";

// Writes the members of an answer, its lists from one place on and while there is room.
class PageWriter {
public:
    PageWriter(std::string_view object, const PageAsked& asked) : asked_(asked) {
        const std::size_t around = frame_size + size_without_lists(object);
        room_ = std::max(asked.size_max / 4,
                         asked.size_max > around ? asked.size_max - around : std::size_t{0});
        json_.begin_object().member("note", mcp_data_note);
        MemberReader reader(object);
        std::string_view name;
        std::string_view value;
        while (reader.next(name, value)) {
            if (name != own_cursor) {
                json_.raw_key(name);
                write_value(value);
            }
        }
    }

    std::string take() && {
        json_.key("next");
        next_ ? json_.value(to_cursor(*next_)) : json_.null();
        json_.end_object();
        return std::move(out_);
    }

private:
    std::string scalar(std::string_view value) const {
        return json_within(value, std::max<std::size_t>(128, asked_.size_max / 8));
    }

    std::size_t size_without_lists(std::string_view object) const {
        std::size_t size = 0;
        MemberReader reader(object);
        std::string_view name;
        std::string_view value;
        while (reader.next(name, value)) {
            size += name.size() + 2;
            if (value.starts_with('[')) {
                size += 2;
            } else if (value.starts_with('{')) {
                size += 2 + size_within(value);
            } else {
                size += scalar(value).size();
            }
        }
        return size;
    }

    // Of an object inside the answer, such as its completeness.
    std::size_t size_within(std::string_view object) const {
        std::size_t size = 0;
        MemberReader reader(object);
        std::string_view name;
        std::string_view value;
        while (reader.next(name, value)) {
            size += name.size() + 2 + (value.starts_with('[') ? 2 : scalar(value).size());
        }
        return size;
    }

    // Of an object inside the answer.
    void write_members(std::string_view object) {
        MemberReader reader(object);
        std::string_view name;
        std::string_view value;
        while (reader.next(name, value)) {
            json_.raw_key(name);
            write_inner(value);
        }
    }

    void write_value(std::string_view value) {
        if (value.starts_with('{')) {
            json_.begin_object();
            write_members(value);
            json_.end_object();
        } else {
            write_inner(value);
        }
    }

    void write_inner(std::string_view value) {
        if (value.starts_with('[')) {
            write_list(value);
        } else {
            json_.raw(scalar(value));
        }
    }

    void write_list(std::string_view list) {
        json_.begin_list();
        ElementReader reader(list);
        std::string_view element;
        while (!next_ && reader.next(element)) {
            const std::uint64_t place = place_++;
            if (place < asked_.start) {
                continue;
            }
            if (any_ && element.size() + 1 > room_) {
                next_ = place;
                break;
            }
            const std::string shown = json_within(element, std::max<std::size_t>(128, room_));
            room_ -= std::min(room_, shown.size() + 1);
            json_.raw(shown);
            any_ = true;
        }
        json_.end_list();
    }

    PageAsked asked_;
    std::size_t room_ = 0;
    std::uint64_t place_ = 0;
    bool any_ = false;
    std::optional<std::uint64_t> next_;
    std::string out_;
    JsonWriter json_{out_};
};

}  // namespace

std::string_view text_within(std::string_view text, std::size_t size_max) {
    if (text.size() <= size_max) {
        return text;
    }
    std::size_t end = size_max;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
        --end;
    }
    return text.substr(0, end);
}

std::string json_within(std::string_view value, std::size_t size_max) {
    if (value.size() <= size_max) {
        return std::string(value);
    }
    for (const std::size_t length : lengths_tried) {
        std::string tried = with_strings_cut(value, length);
        if (tried.size() <= size_max) {
            return tried;
        }
    }
    return stub_of(value);
}

std::string page_of(std::string_view object, const PageAsked& asked) {
    return PageWriter(object, asked).take();
}

std::string to_cursor(std::uint64_t start) {
    return base64url(fmt::format("at:{}", start));
}

Result<std::uint64_t> cursor_start(std::string_view cursor) {
    const std::optional<std::string> text = from_base64url(cursor);
    std::uint64_t start = 0;
    if (text && text->starts_with("at:")) {
        const char* end = text->data() + text->size();
        const auto [stop, error] = std::from_chars(text->data() + 3, end, start);
        if (error == std::errc() && stop == end) {
            return start;
        }
    }
    return Error{Code::invalid, "this is no cursor of this answer"};
}

}  // namespace hence
