// One pass over one OTLP message: counts its spans or records, hands over those that can be read,
// and refuses the others by their path.
//
// Both encodings drive a Delivery with the same calls, so that paths, counts and limits are the
// same. Each event repeats the attributes of its resource and scope. A message of a few kilobytes
// could so become gigabytes, and the delivery therefore limits what all items of a message repeat,
// and gives up a message after 10,000 refused items.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "formats/otlp/decode/arena.h"
#include "formats/otlp/decode/telemetry.h"

namespace hence {

// The names of the three levels in each signal: "resourceSpans", "scopeSpans", "spans".
struct SignalNames {
    std::string_view resources;
    std::string_view scopes;
    std::string_view items;
};
inline constexpr SignalNames trace_names{"resourceSpans", "scopeSpans", "spans"};
inline constexpr SignalNames log_names{"resourceLogs", "scopeLogs", "logRecords"};

// How one encoding reads a span, and a record. The message of an error says what is wrong from
// where the name of the span ends: ".spanId is missing", " is cut short".
struct ItemReaders {
    Result<Span> (*span)(std::string_view bytes, Arena& arena) = nullptr;
    Result<LogRecord> (*log)(std::string_view bytes, Arena& arena) = nullptr;
};

// What a small message may make of itself.
struct DeliveryLimits {
    // What an event of each span repeats of its resource and scope may come to this much for all
    // spans of a message, and to so many times the size of the message: else a few bytes could fill
    // a disk.
    std::uint64_t origin_bytes_max = 1 << 30;
    std::uint64_t message_share_max = 64;
    // A message of which so many items were refused is given up.
    std::uint64_t refused_max = 10'000;
};

// One pass over one message. Goes from a resource to its scopes to their items, in that order.
class Delivery {
public:
    Delivery(const SignalNames& names, ItemReaders readers, const TelemetrySink& sink,
             std::size_t message_bytes, DeliveryLimits limits = {});

    // The next resource, or scope, begins. What is set of its origin counts for the items that
    // follow; with an error, they are refused for it.
    void begin_resource();
    void set_resource(Result<Attributes> resource, std::string_view schema_url);
    void begin_scope();
    void set_scope(Result<Origin> scope);  // Without its resource.

    void item(std::string_view bytes);
    // Something that should have been items, and is not.
    void refuse_item(const Error& error, std::string_view bytes);
    void refuse_scope(const Error& error, std::string_view bytes);
    void refuse_resource(const Error& error, std::string_view bytes);

    // Fails with invalid when too many were refused; those behind them were not looked at.
    Result<void> end() const;

    Arena& resource_arena() { return resource_arena_; }
    Arena& scope_arena() { return scope_arena_; }

private:
    void refuse(const std::string& place, const Error& error, std::string_view bytes);
    std::string resource_place() const;
    std::string scope_place() const;
    std::string item_place() const;
    bool has_share();
    bool given_up() const { return refused_ > refused_max_; }

    SignalNames names_;
    ItemReaders readers_;
    const TelemetrySink& sink_;
    std::uint64_t origin_bytes_left_;

    Arena resource_arena_;
    Arena scope_arena_;
    Arena item_arena_;
    Origin origin_ = {};
    std::string_view resource_schema_url_ = {};
    std::optional<Error> resource_failure_ = {};
    std::optional<Error> scope_failure_ = {};
    std::size_t resource_bytes_ = 0;
    std::size_t scope_bytes_ = 0;

    // How many have begun.
    std::size_t resources_ = 0;
    std::size_t scopes_ = 0;
    std::size_t items_ = 0;
    std::uint64_t number_ = 0;
    std::uint64_t refused_ = 0;
    std::uint64_t refused_max_;
};

// Marks attributes whose text was not valid UTF-8.
void mark_mended(std::vector<Attribute>& attributes, const Arena& arena);

}  // namespace hence
