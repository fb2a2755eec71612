// Spans and log records of OpenTelemetry, as they were sent, from protobuf or from JSON.
//
// Both encodings are read into the same structs, so that everything behind them is written once.
// The structs view the request, or an Arena beside it: nothing is copied until an event is made,
// except text that must be escaped to be JSON. A span that cannot be read is refused alone, with
// the path of the member that is wrong; only a message whose frame cannot be read fails as a whole.
// Must never happen: a small request makes large events (see DeliveryLimits and ArenaLimits), or a
// view outlives the call of the sink.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "hence/store.h"
#include "model/json/json.h"

namespace hence {

// A value is JSON whatever it was sent as: bytes are base64, NaN and the infinities are texts, what
// was sent empty is null. Text that was not valid UTF-8 has U+FFFD where it was not; then a further
// attribute, `hence.invalid_utf8`, is true.
struct Attribute {
    std::string_view key;
    Json value;
};

// Attributes by key. Of a key that is repeated, the last stands.
class Attributes {
public:
    Attributes() = default;
    // Sorts; the elements must outlive this.
    explicit Attributes(std::vector<Attribute> attributes);

    Json operator[](std::string_view key) const;                    // Absent when there is none.
    std::span<const Attribute> all() const { return attributes_; }  // By key, in byte order.
    // Those whose key begins with `prefix`.
    std::span<const Attribute> under(std::string_view prefix) const;
    bool empty() const { return attributes_.empty(); }

private:
    std::vector<Attribute> attributes_;
};

// An origin as JSON; empty: it says nothing.
struct PrintedOrigin {
    std::string scope = {};
    std::string resource = {};
};

// Who sent it. Shared by all spans of a scope, and unchanged once the first of them is handed over.
struct Origin {
    Attributes resource;
    std::string_view scope_name = {};
    std::string_view scope_version = {};
    Attributes scope;
    std::string_view schema_url = {};
    // Kept for the other spans by whoever prints it first. A request is read by one thread.
    mutable std::optional<PrintedOrigin> printed = {};
};

struct SpanEvent {
    std::uint64_t time_ns = 0;
    std::string_view name;
    Attributes attributes;
    std::uint32_t dropped_attributes = 0;
};

struct SpanLink {
    std::string trace_id;  // Lower-case hex, or empty.
    std::string span_id;
    Attributes attributes;
    std::string_view trace_state = {};
    std::uint32_t dropped_attributes = 0;
};

enum class SpanStatus : std::uint8_t { unset, ok, error };
enum class SpanKind : std::uint8_t { unspecified, internal, server, client, producer, consumer };

struct Span {
    const Origin* origin = nullptr;  // Never null.
    std::string trace_id;            // Lower-case hex: 32 and 16 digits.
    std::string span_id;
    std::string parent_id;  // Empty: none.
    std::string_view trace_state = {};
    std::string_view name = {};
    SpanKind kind = SpanKind::unspecified;
    std::uint64_t start_ns = 0;  // 0: not said.
    std::uint64_t end_ns = 0;    // 0: not over.
    Attributes attributes;
    std::vector<SpanEvent> events;
    std::vector<SpanLink> links;
    SpanStatus status = SpanStatus::unset;
    std::string_view status_message = {};
    std::uint32_t dropped_attributes = 0;
    std::uint32_t dropped_events = 0;
    std::uint32_t dropped_links = 0;
    std::string_view bytes = {};  // As it came.
};

struct LogRecord {
    const Origin* origin = nullptr;  // Never null.
    std::uint64_t time_ns = 0;       // 0: not said.
    std::uint64_t observed_ns = 0;
    std::int32_t severity = 0;  // 1..24; 0: not said.
    std::string_view severity_text = {};
    std::string_view event_name = {};
    Json body;
    Attributes attributes;
    std::uint32_t dropped_attributes = 0;
    std::string trace_id;  // Lower-case hex, or empty.
    std::string span_id;
    std::string_view bytes = {};  // As it came.
};

// A span that was read alone, and who sent it.
struct SpanAndOrigin {
    Origin origin;
    Span span;  // Its origin is not set: it would not survive a move.
};

// Where what was read goes. Views live until the call returns.
struct TelemetrySink {
    std::function<void(const Span& span)> span = {};
    std::function<void(const LogRecord& record)> log = {};
    // One span or record that could not be read; the others are not affected. `number` counts them
    // in the request, from 1.
    std::function<void(std::uint64_t number, const Error& error, std::string_view bytes)> refused =
        {};
};

// An ExportTraceServiceRequest or TracesData, or the same of logs. Fails with invalid when the
// message as a whole cannot be read, or thousands of its spans cannot; what was read before that
// has been handed over. An empty message is fine.
//
// A span is refused alone when its ids are none, a value is of the wrong type, attributes nest
// deeper than attribute_depth_max (formats/otlp/decode/arena.h), or there is too much in it. The
// reason says where: "resourceSpans[0].scopeSpans[0].spans[3].spanId is missing or all zeros".
Result<void> read_traces_protobuf(std::string_view message, const TelemetrySink& sink);
Result<void> read_logs_protobuf(std::string_view message, const TelemetrySink& sink);
// How many data points a message of metrics holds.
Result<std::uint64_t> count_points_protobuf(std::string_view message);

// The same of one document of valid JSON, in any of the spellings found in the wild: ids in hex or
// base64, enums as numbers or names, snake_case, `instrumentationLibrarySpans`; or of a single
// element of its `resourceSpans` or `resourceLogs`. Nested attributes take four levels of JSON each
// level, so a document is best read with record_depth_max (formats/common/records.h).
Result<void> read_traces_json(Json document, const TelemetrySink& sink);
Result<void> read_logs_json(Json document, const TelemetrySink& sink);
std::uint64_t count_points_json(Json document);

}  // namespace hence
