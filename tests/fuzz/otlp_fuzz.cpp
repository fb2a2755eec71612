// Any bytes as telemetry. The first byte says of which signal and in which encoding. What is read
// is sound: ids are hex, values are JSON, texts are UTF-8; and what is made of it are events, or
// reasons why not.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "formats/common/records.h"
#include "formats/otlp/decode/telemetry.h"
#include "formats/otlp/translate/translation.h"
#include "model/json/json.h"

namespace {

void expect(bool holds) {
    if (!holds) {
        std::abort();
    }
}

void check_text(std::string_view text, bool json) {
    // In JSON half a surrogate pair may be escaped; unescaped it is three bytes that are no UTF-8.
    std::string token;
    hence::append_token(token, text);
    expect(json || hence::unescape(token) == text);
}

void check_attributes(const hence::Attributes& attributes, bool json) {
    for (const hence::Attribute& each : attributes.all()) {
        check_text(each.key, json);
        expect(static_cast<bool>(hence::minify(each.value.raw(), hence::fields_depth_max)));
    }
}

void check_draft(hence::EventDraft draft) {
    const hence::Result<hence::Event> event = std::move(draft).finish(hence::otlp_format);
    expect(event ? !event->id().empty() : !event.error().message.empty());
}

void check_made(hence::Result<hence::Translation> made) {
    if (!made) {
        return expect(!made.error().message.empty());
    }
    check_draft(std::move(made->main));
    for (auto* drafts : {&made->more, &made->if_absent}) {
        for (hence::EventDraft& draft : *drafts) {
            check_draft(std::move(draft));
        }
    }
}

hence::TelemetrySink checking(bool json) {
    hence::TelemetrySink sink;
    sink.span = [json](const hence::Span& span) {
        expect(span.trace_id.size() == 32 && span.span_id.size() == 16);
        expect(span.parent_id.empty() || span.parent_id.size() == 16);
        check_text(span.name, json);
        check_attributes(span.attributes, json);
        check_attributes(span.origin->resource, json);
        for (const hence::SpanEvent& event : span.events) {
            check_attributes(event.attributes, json);
        }
        check_made(hence::translate(span));
    };
    sink.log = [json](const hence::LogRecord& record) {
        check_attributes(record.attributes, json);
        check_made(hence::translate(record));
    };
    sink.refused = [](std::uint64_t number, const hence::Error& error, std::string_view) {
        expect(number > 0 && !error.message.empty());
    };
    return sink;
}

void read_json(std::string_view text, bool logs) {
    const hence::Result<std::string> document = hence::minify(text, hence::record_depth_max);
    if (!document) {
        return;
    }
    const hence::Json json(*document);
    const hence::TelemetrySink sink = checking(true);
    const hence::Result<void> read =
        logs ? hence::read_logs_json(json, sink) : hence::read_traces_json(json, sink);
    expect(read || !read.error().message.empty());
    hence::count_points_json(json);
}

void read_protobuf(std::string_view message, bool logs) {
    const hence::TelemetrySink sink = checking(false);
    const hence::Result<void> read = logs ? hence::read_logs_protobuf(message, sink)
                                          : hence::read_traces_protobuf(message, sink);
    expect(read || !read.error().message.empty());
    const hence::Result<std::uint64_t> points = hence::count_points_protobuf(message);
    expect(points || !points.error().message.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    const bool logs = (data[0] & 1) != 0;
    if ((data[0] & 2) != 0) {
        read_json(bytes, logs);
    } else {
        read_protobuf(bytes, logs);
    }
    return 0;
}
