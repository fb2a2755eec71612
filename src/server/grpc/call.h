// One call of gRPC: whether its header lets it in, and what it is answered.
//
// The header is checked before any byte of the message is kept: a caller without a right to be here
// must not make the server hold a message. The deadline that the caller sent is kept: a call whose
// time is up before its turn is not handed over, because nobody would read the answer.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "server/access/access.h"
#include "server/grpc/wire.h"

namespace hence {

// The fields of a request's header that matter here.
class GrpcHeader {
public:
    // Keeps a field, or notes what is wrong with it.
    void take(std::string_view name, std::string_view value);

    // The answer to a call that is turned away before its message is read.
    std::optional<GrpcAnswer> refusal(const Access& access) const;

    GrpcMethod method() const { return grpc_method(path_); }
    GrpcCoding coding() const { return grpc_coding(encoding_); }
    // How long the caller waits. Nothing: for ever.
    Result<std::optional<std::chrono::nanoseconds>> timeout() const;

    static constexpr std::size_t bytes_max = 16'384;  // As HTTP/2 counts a header list.

private:
    std::string* field(std::string_view name);
    std::optional<GrpcAnswer> stranger(const Access& access) const;

    std::string verb_;
    std::string path_;
    std::string authority_;
    std::string host_;
    std::string content_type_;
    std::string encoding_;
    std::string timeout_;
    std::string authorization_;
    std::size_t bytes_ = 0;
    bool repeated_ = false;  // Some field that may be there once.
};

// What is wrong with a message that says it is compressed.
std::optional<GrpcAnswer> coding_refusal(GrpcCoding coding);

// A call that has arrived whole, on its way to a handler.
struct GrpcCall {
    std::int32_t stream = 0;
    OtlpSignal signal = OtlpSignal::traces;
    GrpcCoding coding = GrpcCoding::none;  // Of `message`.
    std::string message = {};
    ByteHold hold;
    std::optional<std::chrono::steady_clock::time_point> deadline = {};
    std::shared_ptr<std::atomic<bool>> cancelled = {};  // Nobody waits for the answer.
};

// Called from many threads at once.
using GrpcHandler = std::function<Result<OtlpReceipt>(OtlpSignal signal, std::string_view body)>;

// Undoes the compression and hands over. A call whose time is up is not handed over.
GrpcAnswer answer_call(GrpcCall call, const GrpcHandler& handler, const ListenerLimits& limits);

}  // namespace hence
