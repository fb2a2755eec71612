#include "formats/inspect/attachments.h"

#include <algorithm>
#include <array>

namespace hence {
namespace {

// How a text is named; in the transcripts of 2024, by the second.
constexpr std::array<std::string_view, 2> references{"\"attachment://", "\"tc://"};

struct Reference {
    std::size_t at = std::string_view::npos;
    std::size_t name = 0;  // Where its name begins.
};

Reference next_reference(std::string_view raw, std::size_t from) {
    Reference first;
    for (const std::string_view reference : references) {
        const std::size_t at = raw.find(reference, from);
        if (at < first.at) {
            first = {at, at + reference.size()};
        }
    }
    return first;
}

}  // namespace

InspectAttachments::InspectAttachments(Json attachments, AttachmentLimits limits)
    : limits_(limits) {
    add(attachments);
}

void InspectAttachments::add(Json attachments) {
    attachments.each_member([this](std::string_view name, Json text) {
        if (text.is_string()) {
            texts_.insert_or_assign(std::string(name), text.raw());
        }
        return true;
    });
}

void InspectAttachments::add_list(Json list) {
    list.each_element([this](Json text) {
        if (text.is_string()) {
            texts_.insert_or_assign(std::to_string(listed_), text.raw());
        }
        ++listed_;
        return true;
    });
}

// Works on the JSON itself: without white space, a quote that no backslash precedes and that such a
// text follows begins a string.
std::string InspectAttachments::resolve(Json value) {
    const std::string_view raw = value.raw();
    std::string out;
    std::size_t done = 0;
    std::size_t added = 0;
    Reference next = next_reference(raw, 0);
    for (; next.at != raw.npos; next = next_reference(raw, next.name)) {
        const auto [at, name] = next;
        const std::size_t end = raw.find('"', name);
        const bool begins = at == 0 || raw[at - 1] != '\\';
        const bool is_name = end + 1 < raw.size() && raw[end + 1] == ':';
        if (!begins || end == raw.npos || is_name) {
            continue;
        }
        const auto text = texts_.find(raw.substr(name, end - name));
        if (text == texts_.end()) {
            continue;
        }
        const std::size_t size = text->second.size();
        if (size > limits_.record_bytes_max - added ||
            size > limits_.sample_bytes_max - resolved_bytes_) {
            ++left_;
            continue;
        }
        out.append(raw, done, at - done).append(text->second);
        done = end + 1;
        added += size;
        resolved_bytes_ += size;
    }
    return out.append(raw.substr(std::min(done, raw.size())));
}

}  // namespace hence
