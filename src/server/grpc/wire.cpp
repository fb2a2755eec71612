// The layer of gRPC above HTTP/2: message frames, timeouts, status codes, and compression. An error
// of ours becomes the status that OTLP's specification says; what may work later carries a
// RetryInfo, since exporters retry only then.
#include "server/grpc/wire.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/try.h"
#include "base/utf8.h"
#include "model/text.h"
#include "server/wire/authority.h"

namespace hence {
namespace {

// A flag and a length, before each message.
constexpr std::size_t prefix_bytes = 5;
// Trailers are bounded, whatever an error quotes.
constexpr std::size_t message_bytes_max = 1'024;

std::string framed(std::string_view message) {
    const auto length = static_cast<std::uint32_t>(message.size());
    std::string out(1, '\0');
    for (const int shift : {24, 16, 8, 0}) {
        out.push_back(static_cast<char>((length >> shift) & 0xFFU));
    }
    return out.append(message);
}

// Whole characters only, and U+FFFD for bytes that are none: a Status must be UTF-8.
std::string cut(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const Character character = first_character(text);
        if (out.size() + character.size > message_bytes_max) {
            return out + "…";
        }
        const bool kept = character.valid && !character.is_surrogate();
        append_utf8(out, kept ? character.value : replacement_character);
        text.remove_prefix(character.size);
    }
    return out;
}

Error no_room() {
    return {Code::busy, "too many bytes of requests are in memory"};
}

}  // namespace

GrpcAnswer grpc_refusal(GrpcCode code, std::string message) {
    GrpcAnswer answer;
    answer.code = static_cast<int>(code);
    answer.message = std::move(message);
    if (code == GrpcCode::unavailable) {
        answer.details = rpc_status(OtlpEncoding::protobuf, answer.code, cut(answer.message),
                                    otlp_retry_after_s(Code::busy));
    }
    return answer;
}

GrpcAnswer grpc_refusal(const Error& error) {
    GrpcAnswer answer;
    answer.code = rpc_code_of(error.code);
    answer.message = one_line(error);
    if (answer.code == static_cast<int>(GrpcCode::unavailable)) {
        answer.details = rpc_status(OtlpEncoding::protobuf, answer.code, cut(answer.message),
                                    otlp_retry_after_s(error.code));
    }
    return answer;
}

GrpcAnswer grpc_success(OtlpSignal signal, const OtlpReceipt& receipt) {
    return {.body = framed(otlp_response(signal, OtlpEncoding::protobuf, receipt))};
}

GrpcAnswer grpc_healthy() {
    // HealthCheckResponse{status = SERVING}: field 1, a varint, 1.
    return {.body = framed("\x08\x01")};
}

GrpcMethod grpc_method(std::string_view path) {
    struct Row {
        std::string_view path;
        GrpcMethod method;
    };
    static constexpr std::array rows = {
        Row{"/opentelemetry.proto.collector.trace.v1.TraceService/Export", GrpcMethod::traces},
        Row{"/opentelemetry.proto.collector.logs.v1.LogsService/Export", GrpcMethod::logs},
        Row{"/opentelemetry.proto.collector.metrics.v1.MetricsService/Export", GrpcMethod::metrics},
        Row{"/grpc.health.v1.Health/Check", GrpcMethod::health},
    };
    const auto* const found = std::ranges::find(rows, path, &Row::path);
    return found == rows.end() ? GrpcMethod::unknown : found->method;
}

std::optional<OtlpSignal> signal_of(GrpcMethod method) {
    switch (method) {
        case GrpcMethod::traces: return OtlpSignal::traces;
        case GrpcMethod::logs: return OtlpSignal::logs;
        case GrpcMethod::metrics: return OtlpSignal::metrics;
        case GrpcMethod::health:
        case GrpcMethod::unknown: break;
    }
    return std::nullopt;
}

bool is_grpc(std::string_view content_type) {
    std::string_view type = content_type.substr(0, content_type.find(';'));
    while (type.ends_with(' ') || type.ends_with('\t')) {
        type.remove_suffix(1);
    }
    const std::string name = lower_case(type);
    return name == "application/grpc" || name == "application/grpc+proto";
}

GrpcCoding grpc_coding(std::string_view name) {
    const std::string lower = lower_case(name);
    if (lower.empty() || lower == "identity") {
        return GrpcCoding::none;
    }
    if (lower == "gzip") {
        return GrpcCoding::gzip;
    }
    if (lower == "deflate") {
        return GrpcCoding::deflate;
    }
    return lower == "zstd" ? GrpcCoding::zstd : GrpcCoding::unknown;
}

Result<std::chrono::nanoseconds> parse_grpc_timeout(std::string_view text) {
    struct Unit {
        char letter;
        std::int64_t ns;
    };
    static constexpr std::array units = {
        Unit{'H', 3'600'000'000'000}, Unit{'M', 60'000'000'000}, Unit{'S', 1'000'000'000},
        Unit{'m', 1'000'000},         Unit{'u', 1'000},          Unit{'n', 1},
    };
    constexpr std::int64_t year_ns = 365LL * 24 * 3'600'000'000'000;
    const Error bad{Code::invalid, fmt::format("grpc-timeout is no duration: {}",
                                               hence::quoted(std::string(text)))};
    if (text.size() < 2 || text.size() > 9 || text.front() < '0' || text.front() > '9') {
        return bad;
    }
    std::int64_t count = 0;
    const char* const unit = text.data() + text.size() - 1;
    const auto read = std::from_chars(text.data(), unit, count);
    if (read.ec != std::errc() || read.ptr != unit) {
        return bad;
    }
    const auto* const found = std::ranges::find(units, *unit, &Unit::letter);
    if (found == units.end()) {
        return bad;
    }
    // Eight digits of hours are more than nanoseconds can count.
    return std::chrono::nanoseconds(std::min(count, year_ns / found->ns) * found->ns);
}

std::string grpc_message(std::string_view text) {
    static constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out;
    for (const char letter : cut(text)) {
        if (letter >= ' ' && letter <= '~' && letter != '%') {
            out.push_back(letter);
            continue;
        }
        const auto byte = static_cast<unsigned char>(letter);
        out.push_back('%');
        out.push_back(digits[byte >> 4U]);
        out.push_back(digits[byte & 0xFU]);
    }
    return out;
}

std::optional<GrpcAnswer> GrpcReader::take(std::string_view piece) {
    received_ += piece.size();
    if (prefix_.size() < prefix_bytes) {
        if (auto refused = take_prefix(piece)) {
            return refused;
        }
    }
    if (piece.empty()) {
        return std::nullopt;
    }
    if (piece.size() > length_ - message_.size()) {
        return grpc_refusal(GrpcCode::internal, "more follows the one message of a unary call");
    }
    if (!hold_.grow(piece.size())) {
        return grpc_refusal(no_room());
    }
    const std::size_t needed = message_.size() + piece.size();
    if (needed > message_.capacity()) {
        message_.reserve(static_cast<std::size_t>(
            std::min<std::uint64_t>(length_, std::max(needed, 2 * message_.capacity()))));
    }
    message_.append(piece);
    return std::nullopt;
}

// Leaves in `piece` what follows the prefix: nothing as long as that is not whole.
std::optional<GrpcAnswer> GrpcReader::take_prefix(std::string_view& piece) {
    const std::size_t taken = std::min(prefix_bytes - prefix_.size(), piece.size());
    prefix_.append(piece.substr(0, taken));
    piece.remove_prefix(taken);
    if (prefix_.size() < prefix_bytes) {
        return std::nullopt;
    }
    const auto flag = static_cast<unsigned char>(prefix_[0]);
    if (flag > 1) {
        return grpc_refusal(GrpcCode::internal,
                            fmt::format("a message begins with the flag {}, not 0 or 1", flag));
    }
    compressed_ = flag == 1;
    for (std::size_t at = 1; at < prefix_bytes; ++at) {
        length_ = (length_ << 8U) | static_cast<unsigned char>(prefix_[at]);
    }
    if (length_ > bytes_max_) {
        return grpc_refusal(
            GrpcCode::resource_exhausted,
            fmt::format("a message of {} bytes is larger than the {} that are taken", length_,
                        bytes_max_));
    }
    return std::nullopt;
}

std::optional<GrpcAnswer> GrpcReader::finish() const {
    if (received_ == 0) {
        return grpc_refusal(GrpcCode::internal, "a unary call needs one message, and none came");
    }
    if (prefix_.size() < prefix_bytes || message_.size() < length_) {
        return grpc_refusal(GrpcCode::internal, "the message is cut off");
    }
    return std::nullopt;
}

Result<std::string> unpack(GrpcCoding coding, std::string_view message, ByteHold& hold,
                           const ListenerLimits& limits) {
    // So much is inflated between two looks at the budget.
    constexpr std::size_t step = 16'384;
    const Coding packed = coding == GrpcCoding::gzip      ? Coding::gzip
                          : coding == GrpcCoding::deflate ? Coding::deflate
                                                          : Coding::zstd;
    Inflater inflater(packed,
                      {.bytes_max = limits.body_bytes_max, .ratio_max = limits.inflation_max});
    std::string out;
    for (std::string_view rest = message; !rest.empty();) {
        const std::size_t before = out.size();
        const std::string_view piece = rest.substr(0, step);
        TRY(inflater.take(piece, out));
        if (!hold.grow(out.size() - before)) {
            return no_room();
        }
        rest.remove_prefix(piece.size());
    }
    TRY(inflater.finish());
    hold.shrink(message.size());
    return out;
}

}  // namespace hence
