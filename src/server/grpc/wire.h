// What gRPC says on top of HTTP/2: methods, lengths before messages, timeouts, and statuses.
// Nothing here knows a socket or a stream.
//
// A message announces its length in five bytes. The reader does not believe it: it keeps memory in
// proportion to the bytes that have arrived, and counts them against the budget, so that an
// announced gigabyte costs nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/inflate.h"
#include "hence/result.h"
#include "server/grpc/budget.h"
#include "server/http/listener.h"
#include "server/otlp/otlp.h"

namespace hence {

// Codes of google.rpc that are ours to give.
enum class GrpcCode : std::uint8_t {
    ok = 0,
    invalid_argument = 3,
    deadline_exceeded = 4,
    permission_denied = 7,
    resource_exhausted = 8,
    unimplemented = 12,
    internal = 13,
    unavailable = 14,
    unauthenticated = 16,
};

struct GrpcAnswer {
    int http_status = 200;     // Anything else: the peer does not speak gRPC.
    int code = 0;              // grpc-status.
    std::string message = {};  // Why, or empty.
    std::string details = {};  // A google.rpc.Status, or empty.
    std::string body = {};     // A message with its length before it; of successes only.
};

GrpcAnswer grpc_refusal(GrpcCode code, std::string message);
// An error of ours. What may work later is told to be tried again, and when.
GrpcAnswer grpc_refusal(const Error& error);
GrpcAnswer grpc_success(OtlpSignal signal, const OtlpReceipt& receipt);
// Of grpc.health.v1: SERVING.
GrpcAnswer grpc_healthy();

// What a path names.
enum class GrpcMethod : std::uint8_t { traces, logs, metrics, health, unknown };
GrpcMethod grpc_method(std::string_view path);
// The signal of a method that exports one.
std::optional<OtlpSignal> signal_of(GrpcMethod method);

// Whether a content type is "application/grpc", "application/grpc+proto", or one of them with
// parameters.
bool is_grpc(std::string_view content_type);

// How a message that says so is compressed.
enum class GrpcCoding : std::uint8_t { none, gzip, deflate, zstd, unknown };
GrpcCoding grpc_coding(std::string_view name);
inline constexpr std::string_view grpc_codings = "identity,deflate,gzip,zstd";

// "5S", "100m": at most 8 digits and a unit. Fails with invalid.
Result<std::chrono::nanoseconds> parse_grpc_timeout(std::string_view text);

// A text as grpc-message carries it: printable ASCII, everything else and % escaped. Long ones are
// cut, and end in an ellipsis that says so.
std::string grpc_message(std::string_view text);

// Takes the one message of a unary call in pieces. It never holds more than twice what has arrived.
class GrpcReader {
public:
    GrpcReader(std::uint64_t bytes_max, ByteBudget& budget)
        : bytes_max_(bytes_max), hold_(budget) {}

    // What is wrong with the message, as soon as it shows; what comes after that is not kept.
    std::optional<GrpcAnswer> take(std::string_view piece);
    // What is wrong with a message that ends here.
    std::optional<GrpcAnswer> finish() const;

    bool compressed() const { return compressed_; }
    std::uint64_t received() const { return received_; }

    std::string take_message() { return std::move(message_); }
    ByteHold take_hold() { return std::move(hold_); }

private:
    std::optional<GrpcAnswer> take_prefix(std::string_view& piece);

    std::uint64_t bytes_max_;
    ByteHold hold_;
    std::string prefix_;
    std::string message_;
    std::uint64_t length_ = 0;
    std::uint64_t received_ = 0;
    bool compressed_ = false;
};

// Undoes the compression of `message`, whose bytes `hold` counts. Fails with invalid, limit, or
// busy when there is no room.
Result<std::string> unpack(GrpcCoding coding, std::string_view message, ByteHold& hold,
                           const ListenerLimits& limits);

}  // namespace hence
