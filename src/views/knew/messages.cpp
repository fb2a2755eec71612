#include "views/knew/messages.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "model/facts.h"
#include "model/json/json.h"
#include "model/json/json_slices.h"
#include "model/json/members.h"

namespace hence {
namespace {

// The messages of a call in turn. What is no list is one message.
class MessageReader {
public:
    explicit MessageReader(Json messages)
        : single_(messages.present() && !messages.is_array() ? messages.raw() : std::string_view()),
          elements_(messages.raw()) {}

    bool next(std::string_view& message) {
        if (!single_.empty()) {
            message = std::exchange(single_, {});
            return true;
        }
        return elements_.next(message);
    }

private:
    std::string_view single_;
    ElementReader elements_;
};

void append_line(std::string& out, std::string_view text) {
    out += out.empty() ? "" : "\n";
    out += text;
}

// A part says its text under one of two names; what has none is told as it is.
std::string text_of_part(Json part) {
    if (part.is_string()) {
        return part.string().value_or("");
    }
    const auto [text, content] = members<2>(part.raw(), {"text", "content"});
    const Json said = text.is_string() ? text : content;
    return said.is_string() ? said.string().value_or("") : std::string(part.raw());
}

KnewMessage told(std::string_view json, std::size_t index) {
    KnewMessage message;
    message.index = index;
    const Json given(json);
    const auto [role, content, parts, calls] =
        members<4>(json, {"role", "content", "parts", "tool_calls"});
    message.role = role.string();
    const Json said = content.present() ? content : parts;
    if (said.present()) {
        message.text = content_text(said);
        if (calls.present()) {
            append_line(message.text, calls.raw());
        }
    } else {
        message.text = given.is_string() ? given.string().value_or("") : std::string(json);
    }
    message.bytes = message.text.size();
    return message;
}

void cut_all(std::uint64_t limit, KnewMessages& messages) {
    std::vector<std::uint64_t> sizes;
    for (const auto* list : {&messages.added, &messages.dropped}) {
        for (const KnewMessage& message : *list) {
            sizes.push_back(message.bytes);
        }
    }
    const std::uint64_t share = share_of(limit, std::move(sizes));
    for (auto* list : {&messages.added, &messages.dropped}) {
        for (KnewMessage& message : *list) {
            message.cut = cut_text(message.text, share);
        }
    }
}

}  // namespace

std::string content_text(Json content) {
    if (content.is_string()) {
        return content.string().value_or("");
    }
    if (!content.is_array()) {
        return std::string(content.raw());
    }
    std::string text;
    ElementReader parts(content.raw());
    for (std::string_view part; parts.next(part);) {
        append_line(text, text_of_part(Json(part)));
    }
    return text;
}

bool shown_whole(const Event& call) {
    return field(call, "messages").present() && call.source() != "claude-code" &&
           call.source() != "codex";
}

std::uint64_t share_of(std::uint64_t limit, std::vector<std::uint64_t> sizes) {
    std::sort(sizes.begin(), sizes.end());
    std::uint64_t left = limit;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const std::uint64_t share = left / (sizes.size() - i);
        if (sizes[i] > share) {
            return share;
        }
        left -= sizes[i];
    }
    return UINT64_MAX;
}

bool cut_text(std::string& text, std::uint64_t size_max) {
    constexpr unsigned char continues_mask = 0xC0;
    constexpr unsigned char continues = 0x80;
    if (text.size() <= size_max) {
        return false;
    }
    // A character is cut off whole.
    auto size = static_cast<std::size_t>(size_max);
    while (size > 0 && (static_cast<unsigned char>(text[size]) & continues_mask) == continues) {
        --size;
    }
    text.resize(size);
    text.shrink_to_fit();
    return true;
}

std::vector<KnewMessage> messages_of(const Event& call) {
    std::vector<KnewMessage> all;
    MessageReader reader(field(call, "messages"));
    for (std::string_view message; reader.next(message);) {
        all.push_back(told(message, all.size()));
    }
    return all;
}

std::optional<KnewMessages> compared_messages(const Event& call,
                                              const std::optional<Event>& previous,
                                              std::uint64_t limit) {
    const Json shown = field(call, "messages");
    if (!shown.present()) {
        return std::nullopt;
    }
    KnewMessages messages;
    messages.bytes = shown.raw().size();
    MessageReader now(shown);
    const Json shown_before = previous ? field(*previous, "messages") : Json();
    messages.compared = shown_before.present();
    MessageReader before(shown_before);
    std::string_view is;
    std::string_view was;
    bool more = now.next(is);
    bool more_before = before.next(was);
    while (more && more_before && is == was) {
        ++messages.kept;
        messages.bytes_kept += is.size();
        more = now.next(is);
        more_before = before.next(was);
    }
    for (messages.total = messages.kept; more; more = now.next(is)) {
        messages.added.push_back(told(is, messages.total++));
    }
    for (std::size_t index = messages.kept; more_before; more_before = before.next(was)) {
        messages.dropped.push_back(told(was, index++));
    }
    if (limit > 0) {
        cut_all(limit, messages);
    }
    return messages;
}

}  // namespace hence
