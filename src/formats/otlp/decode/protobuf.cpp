// ExportTraceServiceRequest and ExportLogsServiceRequest: resources, their scopes, and what those
// sent.
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "formats/otlp/decode/delivery.h"
#include "formats/otlp/decode/protobuf_items.h"
#include "formats/otlp/decode/protobuf_values.h"
#include "formats/otlp/decode/telemetry.h"

namespace hence {
namespace {

using protozero::pbf_reader;

Result<Attributes> read_resource(std::string_view bytes, Arena& arena) {
    std::vector<Attribute> attributes;
    pbf_reader reader = protobuf(bytes);
    while (reader.next(1, protozero::pbf_wire_type::length_delimited)) {
        TRY(add_protobuf_attribute(bytes_of(reader), arena, attributes));
    }
    TRY(arena.check());
    mark_mended(attributes, arena);
    return Attributes(std::move(attributes));
}

Result<Origin> read_scope(std::string_view bytes, Arena& arena) {
    Origin origin;
    std::vector<Attribute> attributes;
    pbf_reader reader = protobuf(bytes);
    while (reader.next()) {
        switch (reader.tag_and_type()) {
            case length_field(1): origin.scope_name = arena.text(bytes_of(reader)); break;
            case length_field(2): origin.scope_version = arena.text(bytes_of(reader)); break;
            case length_field(3):
                TRY(add_protobuf_attribute(bytes_of(reader), arena, attributes));
                break;
            default: reader.skip();
        }
    }
    TRY(arena.check());
    mark_mended(attributes, arena);
    origin.scope = Attributes(std::move(attributes));
    return origin;
}

// Both levels have the same shape: 1 says of whom, 2 are the elements (1000 once, when scopes had
// another name), 3 is the schema's URL. Whose they are may stand behind them.
struct Level {
    std::string_view about = {};
    std::string_view schema_url = {};
};

Level read_level(std::string_view bytes) {
    Level level;
    pbf_reader reader = protobuf(bytes);
    while (reader.next()) {
        switch (reader.tag_and_type()) {
            case length_field(1): level.about = bytes_of(reader); break;
            case length_field(3): level.schema_url = bytes_of(reader); break;
            default: reader.skip();
        }
    }
    return level;
}

bool next_element(pbf_reader& reader) {
    while (reader.next()) {
        if (reader.tag_and_type() == length_field(2) ||
            reader.tag_and_type() == length_field(1000)) {
            return true;
        }
        reader.skip();
    }
    return false;
}

void read_scope_items(std::string_view bytes, Delivery& delivery) {
    const Level level = read_level(bytes);
    delivery.begin_scope();
    Result<Origin> scope = guarded([&] { return read_scope(level.about, delivery.scope_arena()); });
    if (scope) {
        scope->schema_url = delivery.scope_arena().text(level.schema_url);
    }
    delivery.set_scope(std::move(scope));
    pbf_reader reader = protobuf(bytes);
    while (next_element(reader)) {
        delivery.item(bytes_of(reader));
    }
}

void read_resource_scopes(std::string_view bytes, Delivery& delivery) {
    const Level level = read_level(bytes);
    delivery.begin_resource();
    Result<Attributes> resource =
        guarded([&] { return read_resource(level.about, delivery.resource_arena()); });
    delivery.set_resource(std::move(resource), delivery.resource_arena().text(level.schema_url));
    pbf_reader reader = protobuf(bytes);
    while (next_element(reader)) {
        read_scope_items(bytes_of(reader), delivery);
    }
}

Result<void> read_message(std::string_view message, Delivery& delivery) {
    Result<void> read = guarded([&]() -> Result<void> {
        pbf_reader reader = protobuf(message);
        while (reader.next(1, protozero::pbf_wire_type::length_delimited)) {
            read_resource_scopes(bytes_of(reader), delivery);
        }
        return {};
    });
    if (!read) {
        return Error{Code::invalid, "the message" + read.error().message,
                     "send an ExportTraceServiceRequest or ExportLogsServiceRequest"};
    }
    return delivery.end();
}

}  // namespace

Result<void> read_traces_protobuf(std::string_view message, const TelemetrySink& sink) {
    Delivery delivery(trace_names, {.span = read_span_protobuf}, sink, message.size());
    return read_message(message, delivery);
}

Result<void> read_logs_protobuf(std::string_view message, const TelemetrySink& sink) {
    Delivery delivery(log_names, {.log = read_record_protobuf}, sink, message.size());
    return read_message(message, delivery);
}

}  // namespace hence
