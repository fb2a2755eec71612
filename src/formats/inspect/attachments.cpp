#include "formats/inspect/attachments.h"

#include <algorithm>

namespace hence {
namespace {

constexpr std::string_view reference = "\"attachment://";

}  // namespace

InspectAttachments::InspectAttachments(Json attachments, AttachmentLimits limits)
    : limits_(limits) {
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
    for (std::size_t at = raw.find(reference); at != raw.npos;
         at = raw.find(reference, at + reference.size())) {
        const std::size_t name = at + reference.size();
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
