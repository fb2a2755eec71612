#include "formats/common/records.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "formats/common/beginning.h"
#include "formats/common/file_hashes.h"

namespace hence {

void RecordReader::refuse(const Record& record, const Error& error, Batch& batch) {
    batch.refused.push_back(
        {options_.source, record.line, error.message, std::string(record.bytes)});
}

// Should the store refuse it, the event's own JSON is kept: it says all that the record said, and
// one record may give several.
void RecordReader::add(Event event, const Record& record, Batch& batch) {
    batch.events.push_back({std::move(event), record.line});
}

Result<void> RecordReader::add_each(Result<std::vector<Event>> events, const Record& record,
                                    Batch& batch) {
    if (!events) {
        return events.error();
    }
    for (Event& event : *events) {
        add(std::move(event), record, batch);
    }
    return {};
}

void RecordReader::read_one(const Record& record, Batch& batch, const ReadOne& each) {
    if (!record.json.is_object()) {
        return refuse(record, {Code::invalid, "not a JSON object"}, batch);
    }
    const Result<void> done = each(record);
    if (!done) {
        refuse(record, done.error(), batch);
    }
}

void RecordReader::read_each(Json list, Batch& batch, const ReadOne& each) {
    std::uint64_t number = 0;
    list.each_element([&](Json element) {
        read_one({element, ++number, element.raw()}, batch, each);
        return true;
    });
}

// Without white space and, where records hold files, without the bytes of these.
Result<std::string> RecordReader::cleaned(std::string_view text) const {
    std::string json = TRY(minify(text, record_depth_max));
    return has_files() ? files_by_hash(std::move(json)) : json;
}

void RecordReader::read_line(std::string_view line, std::uint64_t number, Batch& batch) {
    const Result<std::string> json = cleaned(line);
    if (!json) {
        return refuse({Json(), number, line}, json.error(), batch);
    }
    read_one({Json(*json), number, line}, batch,
             [&](const Record& record) { return read(record, batch); });
}

void RecordReader::take(std::string_view text, std::uint64_t line, Batch& batch) {
    batch.source = options_.source;
    if (line == 1 && begins_as_document(text)) {
        Result<std::string> document = cleaned(text);
        if (document) {
            document_ = std::move(document).take();
            const ReadOne each = [&](const Record& record) { return read(record, batch); };
            const Json whole(document_);
            return whole.is_array() ? read_each(whole, batch, each)
                                    : read_one({whole, 1, text}, batch, each);
        }
        // What only begins like a document is read by lines, so that each gets its own reason.
    }
    for (; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view one = text.substr(0, end);
        if (!is_blank(one)) {
            read_line(one.ends_with('\r') ? one.substr(0, one.size() - 1) : one, line, batch);
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

}  // namespace hence
