// Reads telemetry and tells what came of it, a line for each; and writes protobuf. For tests only.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "formats/otlp/decode/telemetry.h"

namespace hence {

inline std::string told(const Attributes& attributes) {
    std::string out;
    for (const Attribute& each : attributes.all()) {
        out += fmt::format("{}{}={}", out.empty() ? "" : " ", each.key, each.value.raw());
    }
    return "{" + out + "}";
}

inline std::string told(const Origin& origin) {
    return fmt::format("{} {}@{}{} {}", told(origin.resource), origin.scope_name,
                       origin.scope_version, told(origin.scope), origin.schema_url);
}

inline std::string told(const Span& span) {
    std::string out = fmt::format(
        "{} {} <{}> {} '{}' {} {}-{} {} {}:{} dropped {} {} {} by {}", span.trace_id, span.span_id,
        span.parent_id, span.trace_state, span.name, static_cast<int>(span.kind), span.start_ns,
        span.end_ns, told(span.attributes), static_cast<int>(span.status), span.status_message,
        span.dropped_attributes, span.dropped_events, span.dropped_links, told(*span.origin));
    for (const SpanEvent& event : span.events) {
        out += fmt::format(" event {} {} {} {}", event.time_ns, event.name, told(event.attributes),
                           event.dropped_attributes);
    }
    for (const SpanLink& link : span.links) {
        out += fmt::format(" link {} {} {} {} {}", link.trace_id, link.span_id, link.trace_state,
                           told(link.attributes), link.dropped_attributes);
    }
    return out;
}

inline std::string told(const LogRecord& record) {
    return fmt::format("{} {} {} {} '{}' {} {} {} {} {} by {}", record.time_ns, record.observed_ns,
                       record.severity, record.severity_text, record.event_name, record.body.raw(),
                       told(record.attributes), record.dropped_attributes, record.trace_id,
                       record.span_id, told(*record.origin));
}

struct Received {
    std::vector<std::string> items;
    std::vector<std::string> refused;  // "NUMBER REASON"
    std::vector<std::string> bytes;    // Of what was refused.
    std::string failure;               // Of the message.

    friend bool operator==(const Received&, const Received&) = default;
};

// `read` is one of the functions of telemetry.h.
template <class Read, class Message>
Received receive(const Read& read, Message message) {
    Received received;
    TelemetrySink sink;
    sink.span = [&](const Span& span) { received.items.push_back(told(span)); };
    sink.log = [&](const LogRecord& record) { received.items.push_back(told(record)); };
    sink.refused = [&](std::uint64_t number, const Error& error, std::string_view bytes) {
        received.refused.push_back(fmt::format("{} {}", number, error.message));
        received.bytes.emplace_back(bytes);
    };
    const Result<void> done = read(message, sink);
    if (!done) {
        received.failure = done.error().message;
    }
    return received;
}

// A message of protobuf in the making.
struct ProtobufForTest {
    std::string bytes = {};

    ProtobufForTest& raw_varint(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) {
            bytes += static_cast<char>(value | 0x80);
        }
        bytes += static_cast<char>(value);
        return *this;
    }
    ProtobufForTest& varint(std::uint32_t number, std::uint64_t value) {
        return raw_varint(number << 3).raw_varint(value);
    }
    ProtobufForTest& fixed64(std::uint32_t number, std::uint64_t value) {
        raw_varint(number << 3 | 1);
        for (int shift = 0; shift < 64; shift += 8) {
            bytes += static_cast<char>(value >> shift);
        }
        return *this;
    }
    ProtobufForTest& floating(std::uint32_t number, double value) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        return fixed64(number, bits);
    }
    ProtobufForTest& text(std::uint32_t number, std::string_view value) {
        raw_varint(number << 3 | 2).raw_varint(value.size());
        bytes += value;
        return *this;
    }
    ProtobufForTest& part(std::uint32_t number, const ProtobufForTest& value) {
        return text(number, value.bytes);
    }
};

}  // namespace hence
