#include "server/grpc/call.h"

#include <exception>

#include <fmt/format.h>

#include "base/try.h"
#include "model/text.h"

namespace hence {
namespace {

// RFC 9113, 6.5.2: what a field counts besides its bytes.
constexpr std::size_t field_overhead = 32;

Result<std::string> plain(GrpcCall& call, const ListenerLimits& limits) {
    if (call.coding == GrpcCoding::none) {
        return std::move(call.message);
    }
    const std::string packed = std::move(call.message);
    return unpack(call.coding, packed, call.hold, limits);
}

}  // namespace

std::string* GrpcHeader::field(std::string_view name) {
    struct Row {
        std::string_view name;
        std::string GrpcHeader::*field;
    };
    static constexpr Row rows[] = {
        {":method", &GrpcHeader::verb_},
        {":path", &GrpcHeader::path_},
        {":authority", &GrpcHeader::authority_},
        {"host", &GrpcHeader::host_},
        {"content-type", &GrpcHeader::content_type_},
        {"grpc-encoding", &GrpcHeader::encoding_},
        {"grpc-timeout", &GrpcHeader::timeout_},
        {"authorization", &GrpcHeader::authorization_},
    };
    for (const Row& row : rows) {
        if (row.name == name) {
            return &(this->*row.field);
        }
    }
    return nullptr;
}

void GrpcHeader::take(std::string_view name, std::string_view value) {
    bytes_ += name.size() + value.size() + field_overhead;
    std::string* const kept = field(name);
    if (kept == nullptr || bytes_ > bytes_max) {
        return;
    }
    repeated_ = repeated_ || !kept->empty();
    *kept = value;
}

std::optional<GrpcAnswer> GrpcHeader::refusal(const Access& access) const {
    if (bytes_ > bytes_max) {
        return grpc_refusal(GrpcCode::resource_exhausted,
                            fmt::format("the header is larger than {} bytes", bytes_max));
    }
    if (verb_ != "POST") {
        return GrpcAnswer{.http_status = 405};
    }
    if (!is_grpc(content_type_)) {
        return GrpcAnswer{.http_status = 415};
    }
    if (repeated_) {
        return grpc_refusal(GrpcCode::invalid_argument, "a field of the header is repeated");
    }
    if (auto refused = stranger(access)) {
        return refused;
    }
    if (method() == GrpcMethod::unknown) {
        return grpc_refusal(GrpcCode::unimplemented,
                            fmt::format("there is no method {}", hence::quoted(path_)));
    }
    if (const auto waits = timeout(); !waits) {
        return grpc_refusal(waits.error());
    }
    return std::nullopt;
}

// Without tokens, only who asks for this machine by its own name comes from it: a page on another
// site could have had its name point here.
std::optional<GrpcAnswer> GrpcHeader::stranger(const Access& access) const {
    const std::string& name = authority_.empty() ? host_ : authority_;
    const bool two_names = !host_.empty() && host_ != name;
    if (two_names || (!access.has_tokens() && !access.host_allowed(name))) {
        return grpc_refusal(GrpcCode::permission_denied,
                            fmt::format("this server does not go by the name {}; ask at localhost "
                                        "and its own port, or start it with --host NAME",
                                        hence::quoted(two_names ? host_ : name)));
    }
    if (method() == GrpcMethod::health || !access.has_tokens()) {
        return std::nullopt;
    }
    if (const std::optional<Error> refused = access.refused(authorization_, TokenScope::ingest)) {
        return grpc_refusal(refused->code == Code::forbidden ? GrpcCode::permission_denied
                                                             : GrpcCode::unauthenticated,
                            one_line(*refused));
    }
    return std::nullopt;
}

Result<std::optional<std::chrono::nanoseconds>> GrpcHeader::timeout() const {
    if (timeout_.empty()) {
        return std::optional<std::chrono::nanoseconds>();
    }
    const std::chrono::nanoseconds waits = TRY(parse_grpc_timeout(timeout_));
    return std::optional(waits);
}

std::optional<GrpcAnswer> coding_refusal(GrpcCoding coding) {
    switch (coding) {
        case GrpcCoding::none:
            return grpc_refusal(GrpcCode::internal,
                                "a message says it is compressed, and grpc-encoding says not how");
        case GrpcCoding::unknown:
            return grpc_refusal(GrpcCode::unimplemented,
                                fmt::format("messages may be compressed as {}", grpc_codings));
        case GrpcCoding::gzip:
        case GrpcCoding::deflate:
        case GrpcCoding::zstd: break;
    }
    return std::nullopt;
}

GrpcAnswer answer_call(GrpcCall call, const GrpcHandler& handler, const ListenerLimits& limits) {
    if (call.deadline && std::chrono::steady_clock::now() >= *call.deadline) {
        return grpc_refusal(GrpcCode::deadline_exceeded, "the time for this call was up");
    }
    // What runs out of memory here must not take the others along.
    try {
        const Result<std::string> body = plain(call, limits);
        if (!body) {
            return grpc_refusal(body.error());
        }
        const Result<OtlpReceipt> receipt = handler(call.signal, *body);
        return receipt ? grpc_success(call.signal, *receipt) : grpc_refusal(receipt.error());
    } catch (const std::bad_alloc&) {
        return grpc_refusal(GrpcCode::unavailable, "out of memory");
    } catch (const std::exception& thrown) {
        return grpc_refusal(GrpcCode::internal, thrown.what());
    }
}

}  // namespace hence
