#include "formats/common/native.h"

#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "formats/common/beginning.h"
#include "formats/common/foreign.h"
#include "formats/common/records.h"
#include "model/ids.h"
#include "model/json/json.h"

namespace hence {

NativeReader::NativeReader(std::string_view text, NativeOptions options)
    : options_(std::move(options)), rest_(text), line_(options_.first_line - 1) {
    if (options_.first_line != 1 || !begins_as_document(text)) {
        return;
    }
    // What begins like a document and is none is read by lines, so that each line gets its own
    // reason.
    Result<std::string> valid = minify(text, record_depth_max);
    if (!valid) {
        return;
    }
    is_document_ = true;
    document_ = std::move(valid).take();
    const Json document(document_);
    if (!document.is_array()) {
        elements_.push_back(document_);
    }
    document.each_element([this](Json element) {
        elements_.push_back(element.raw());
        return true;
    });
}

std::optional<std::string_view> NativeReader::next_line() {
    if (is_document_) {
        if (element_ == elements_.size()) {
            return std::nullopt;
        }
        ++line_;
        return elements_[element_++];
    }
    while (!rest_.empty()) {
        const std::size_t end = rest_.find('\n');
        std::string_view line = rest_.substr(0, end);
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        ++line_;
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        if (!is_blank(line)) {
            return line;
        }
    }
    return std::nullopt;
}

Result<Event> NativeReader::complete(Event event, std::vector<Assigned>& assigned,
                                     std::string_view line) const {
    if (event.source().empty()) {
        event = event.with_source("native");
    }
    if (event.session().empty() && !options_.session.empty()) {
        event = TRY(event.with_session(options_.session));
    }
    if (event.id().empty()) {
        // The same key and line give the same id, whenever and wherever the request arrives: so a
        // retried request needs no memory of the first.
        const std::string& key = options_.idempotency_key;
        std::string id =
            key.empty() ? new_id() : derived_id(event.time(), {key, std::to_string(line_), line});
        event = TRY(event.with_id(id));
        assigned.push_back({line_, std::move(id)});
    }
    return event;
}

void NativeReader::add(std::string_view line, Batch& batch, std::vector<Assigned>& assigned) const {
    Result<Event> event = Event::parse(line);
    if (event) {
        event = complete(std::move(event).take(), assigned, line);
    }
    if (event) {
        batch.events.push_back({std::move(event).take(), line_, line});
    } else {
        batch.refused.push_back({options_.source, line_, event.error().message, std::string(line)});
    }
}

bool NativeReader::next(Batch& batch, std::vector<Assigned>& assigned) {
    std::size_t bytes = 0;
    std::size_t lines = 0;
    batch.source = options_.source;
    while (bytes < batch_bytes_max && lines < batch_events_max) {
        const std::optional<std::string_view> line = next_line();
        if (!line) {
            break;
        }
        add(*line, batch, assigned);
        bytes += line->size();
        ++lines;
    }
    return lines > 0;
}

}  // namespace hence
