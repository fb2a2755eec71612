// The numbers are those of the fields in opentelemetry-proto; a field that is not known, or that is
// sent as something else than it is, is passed over.
#include "formats/otlp/decode/protobuf_items.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "formats/otlp/decode/delivery.h"
#include "formats/otlp/decode/ids.h"
#include "formats/otlp/decode/protobuf_values.h"

namespace hence {
namespace {

using protozero::pbf_reader;

constexpr std::int32_t severity_max = 24;
constexpr std::size_t usual_attributes = 24;

// An id that may be missing.
Result<std::string> optional_id(IdOf of, std::string_view bytes, std::string_view name) {
    std::optional<std::string> id = id_from_bytes(of, bytes);
    if (!id) {
        return Error{Code::invalid, fmt::format(".{} is no id: it has {} bytes, not {}", name,
                                                bytes.size(), of == IdOf::trace ? 16 : 8)};
    }
    return std::move(*id);
}

Result<std::string> required_id(IdOf of, std::string_view bytes, std::string_view name) {
    std::string id = TRY(optional_id(of, bytes, name));
    if (id.empty()) {
        return Error{Code::invalid, fmt::format(".{} is missing or all zeros", name)};
    }
    return id;
}

// An error inside the element of a list, from where the list's owner ends.
Error inside(std::string_view list, std::size_t index, const Error& error) {
    return {error.code, fmt::format(".{}[{}]{}", list, index, error.message)};
}

Result<SpanEvent> read_event(std::string_view bytes, Arena& arena) {
    TRY(arena.admit());
    SpanEvent event;
    std::vector<Attribute> attributes;
    pbf_reader reader = protobuf(bytes);
    while (reader.next()) {
        switch (reader.tag_and_type()) {
            case fixed64_field(1): event.time_ns = reader.get_fixed64(); break;
            case length_field(2): event.name = arena.text(bytes_of(reader)); break;
            case length_field(3):
                TRY(add_protobuf_attribute(bytes_of(reader), arena, attributes));
                break;
            case varint_field(4): event.dropped_attributes = reader.get_uint32(); break;
            default: reader.skip();
        }
    }
    event.attributes = Attributes(std::move(attributes));
    return event;
}

Result<SpanLink> read_link(std::string_view bytes, Arena& arena) {
    TRY(arena.admit());
    SpanLink link;
    std::vector<Attribute> attributes;
    pbf_reader reader = protobuf(bytes);
    while (reader.next()) {
        switch (reader.tag_and_type()) {
            case length_field(1):
                link.trace_id = TRY(optional_id(IdOf::trace, bytes_of(reader), "traceId"));
                break;
            case length_field(2):
                link.span_id = TRY(optional_id(IdOf::span, bytes_of(reader), "spanId"));
                break;
            case length_field(3): link.trace_state = arena.text(bytes_of(reader)); break;
            case length_field(4):
                TRY(add_protobuf_attribute(bytes_of(reader), arena, attributes));
                break;
            case varint_field(5): link.dropped_attributes = reader.get_uint32(); break;
            default: reader.skip();
        }
    }
    link.attributes = Attributes(std::move(attributes));
    return link;
}

void read_status(std::string_view bytes, Arena& arena, Span& span) {
    pbf_reader reader = protobuf(bytes);
    while (reader.next()) {
        switch (reader.tag_and_type()) {
            case length_field(2): span.status_message = arena.text(bytes_of(reader)); break;
            case varint_field(3): {
                const std::uint64_t code = reader.get_uint64();
                span.status = code <= 2 ? static_cast<SpanStatus>(code) : SpanStatus::unset;
                break;
            }
            default: reader.skip();
        }
    }
}

// The fields that are messages of their own.
Result<void> read_part(pbf_reader& reader, Arena& arena, Span& span,
                       std::vector<Attribute>& attributes) {
    const protozero::pbf_tag_type number = reader.tag();
    const std::string_view bytes = bytes_of(reader);
    if (number == 9) {
        return add_protobuf_attribute(bytes, arena, attributes);
    }
    if (number == 11) {
        Result<SpanEvent> event = read_event(bytes, arena);
        if (!event) {
            return inside("events", span.events.size(), event.error());
        }
        span.events.push_back(std::move(event).take());
    } else if (number == 13) {
        Result<SpanLink> link = read_link(bytes, arena);
        if (!link) {
            return inside("links", span.links.size(), link.error());
        }
        span.links.push_back(std::move(link).take());
    } else {
        read_status(bytes, arena, span);
    }
    return {};
}

struct RawIds {
    std::string_view trace = {};
    std::string_view span = {};
    std::string_view parent = {};
};

Result<void> take_ids(const RawIds& ids, Span& span) {
    span.trace_id = TRY(required_id(IdOf::trace, ids.trace, "traceId"));
    span.span_id = TRY(required_id(IdOf::span, ids.span, "spanId"));
    span.parent_id = TRY(optional_id(IdOf::span, ids.parent, "parentSpanId"));
    return {};
}

Result<Span> read_span_fields(std::string_view bytes, Arena& arena) {
    Span span;
    RawIds ids;
    std::vector<Attribute> attributes;
    attributes.reserve(usual_attributes);
    pbf_reader reader = protobuf(bytes);
    while (reader.next()) {
        switch (reader.tag_and_type()) {
            case length_field(1): ids.trace = bytes_of(reader); break;
            case length_field(2): ids.span = bytes_of(reader); break;
            case length_field(3): span.trace_state = arena.text(bytes_of(reader)); break;
            case length_field(4): ids.parent = bytes_of(reader); break;
            case length_field(5): span.name = arena.text(bytes_of(reader)); break;
            case varint_field(6): {
                const std::uint64_t kind = reader.get_uint64();
                span.kind = kind <= 5 ? static_cast<SpanKind>(kind) : SpanKind::unspecified;
                break;
            }
            case fixed64_field(7): span.start_ns = reader.get_fixed64(); break;
            case fixed64_field(8): span.end_ns = reader.get_fixed64(); break;
            case length_field(9):
            case length_field(11):
            case length_field(13):
            case length_field(15): {
                TRY(read_part(reader, arena, span, attributes));
                break;
            }
            case varint_field(10): span.dropped_attributes = reader.get_uint32(); break;
            case varint_field(12): span.dropped_events = reader.get_uint32(); break;
            case varint_field(14): span.dropped_links = reader.get_uint32(); break;
            default: reader.skip();
        }
    }
    TRY(take_ids(ids, span));
    TRY(arena.check());
    mark_mended(attributes, arena);
    span.attributes = Attributes(std::move(attributes));
    return span;
}

// A body of its own kind: any value, or the absence of one.
Result<Json> read_body(std::string_view bytes, Arena& arena) {
    TRY(arena.admit());
    Result<Json> body = protobuf_value(bytes, arena);
    if (!body) {
        return Error{body.error().code, ".body" + body.error().message};
    }
    return body;
}

Result<LogRecord> read_record_fields(std::string_view bytes, Arena& arena) {
    LogRecord record;
    std::vector<Attribute> attributes;
    pbf_reader reader = protobuf(bytes);
    while (reader.next()) {
        switch (reader.tag_and_type()) {
            case fixed64_field(1): record.time_ns = reader.get_fixed64(); break;
            case varint_field(2): {
                const std::int32_t severity = reader.get_int32();
                record.severity = severity > 0 && severity <= severity_max ? severity : 0;
                break;
            }
            case length_field(3): record.severity_text = arena.text(bytes_of(reader)); break;
            case length_field(5): record.body = TRY(read_body(bytes_of(reader), arena)); break;
            case length_field(6):
                TRY(add_protobuf_attribute(bytes_of(reader), arena, attributes));
                break;
            case varint_field(7): record.dropped_attributes = reader.get_uint32(); break;
            case length_field(9):
                record.trace_id = TRY(optional_id(IdOf::trace, bytes_of(reader), "traceId"));
                break;
            case length_field(10):
                record.span_id = TRY(optional_id(IdOf::span, bytes_of(reader), "spanId"));
                break;
            case fixed64_field(11): record.observed_ns = reader.get_fixed64(); break;
            case length_field(12): record.event_name = arena.text(bytes_of(reader)); break;
            default: reader.skip();
        }
    }
    TRY(arena.check());
    mark_mended(attributes, arena);
    record.attributes = Attributes(std::move(attributes));
    return record;
}

}  // namespace

Result<Span> read_span_protobuf(std::string_view bytes, Arena& arena) {
    return guarded([&] { return read_span_fields(bytes, arena); });
}

Result<LogRecord> read_record_protobuf(std::string_view bytes, Arena& arena) {
    return guarded([&] { return read_record_fields(bytes, arena); });
}

}  // namespace hence
