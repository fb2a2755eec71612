// What OTLP answers with, in both of its encodings. The messages are few and small, so they are
// written by hand, field by field:
//
//     Export*ServiceResponse  1 partial_success { 1 rejected (varint), 2 error_message }
//     google.rpc.Status       1 code (varint), 2 message, 3 details (Any, repeated)
//     google.protobuf.Any     1 type_url, 2 value
//     google.rpc.RetryInfo    1 retry_delay { 1 seconds (varint) }
#include <string>

#include <fmt/format.h>

#include "base/bytes.h"
#include "model/json/writer.h"
#include "server/otlp/otlp.h"

namespace hence {
namespace {

constexpr std::string_view retry_info = "type.googleapis.com/google.rpc.RetryInfo";

// A field of protobuf; one that is zero or empty is left out, as the format has it.
void put_number_field(std::string& out, std::uint64_t field, std::uint64_t value) {
    if (value != 0) {
        put_varint(out, field << 3);
        put_varint(out, value);
    }
}

void put_bytes_field(std::string& out, std::uint64_t field, std::string_view bytes) {
    if (!bytes.empty()) {
        put_varint(out, field << 3 | 2);
        put_text(out, bytes);
    }
}

std::string_view rejected_name(OtlpSignal signal) {
    switch (signal) {
        case OtlpSignal::traces: return "rejectedSpans";
        case OtlpSignal::logs: return "rejectedLogRecords";
        case OtlpSignal::metrics: return "rejectedDataPoints";
    }
    return "rejectedSpans";
}

std::string json_response_of(OtlpSignal signal, const OtlpReceipt& receipt) {
    std::string out;
    JsonWriter json(out);
    json.begin_object();
    if (receipt.rejected != 0 || !receipt.message.empty()) {
        json.key("partialSuccess").begin_object();
        if (receipt.rejected != 0) {
            // 64-bit numbers are texts in the JSON of protobuf.
            json.member(rejected_name(signal), std::to_string(receipt.rejected));
        }
        json.member("errorMessage", receipt.message).end_object();
    }
    json.end_object();
    return out;
}

std::string protobuf_response_of(const OtlpReceipt& receipt) {
    std::string partial;
    put_number_field(partial, 1, receipt.rejected);
    put_bytes_field(partial, 2, receipt.message);
    std::string out;
    put_bytes_field(out, 1, partial);
    return out;
}

std::string json_status(int code, std::string_view message, int retry_after_s) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("code", code).member("message", message);
    if (retry_after_s > 0) {
        json.key("details").begin_list().begin_object().member("@type", retry_info);
        json.member("retryDelay", fmt::format("{}s", retry_after_s)).end_object().end_list();
    }
    json.end_object();
    return out;
}

std::string protobuf_status(int code, std::string_view message, int retry_after_s) {
    std::string out;
    put_number_field(out, 1, static_cast<std::uint64_t>(code));
    put_bytes_field(out, 2, message);
    if (retry_after_s > 0) {
        std::string duration;
        put_number_field(duration, 1, static_cast<std::uint64_t>(retry_after_s));
        std::string info;
        put_bytes_field(info, 1, duration);
        std::string any;
        put_bytes_field(any, 1, retry_info);
        put_bytes_field(any, 2, info);
        put_bytes_field(out, 3, any);
    }
    return out;
}

}  // namespace

std::string otlp_response(OtlpSignal signal, OtlpEncoding encoding, const OtlpReceipt& receipt) {
    return encoding == OtlpEncoding::json ? json_response_of(signal, receipt)
                                          : protobuf_response_of(receipt);
}

std::string rpc_status(OtlpEncoding encoding, int code, std::string_view message,
                       int retry_after_s) {
    return encoding == OtlpEncoding::json ? json_status(code, message, retry_after_s)
                                          : protobuf_status(code, message, retry_after_s);
}

// Of these, senders try again after UNAVAILABLE alone: so it is for what may pass by itself.
int rpc_code_of(Code code) {
    switch (code) {
        case Code::invalid: return 3;    // INVALID_ARGUMENT
        case Code::not_found: return 5;  // NOT_FOUND
        case Code::conflict: return 6;   // ALREADY_EXISTS
        case Code::limit: return 8;      // RESOURCE_EXHAUSTED, final without a RetryInfo.
        case Code::corrupt:  // UNAVAILABLE, until somebody mends the store, as are the next two.
        case Code::io:
        case Code::busy: return 14;
        case Code::unsupported: return 12;   // UNIMPLEMENTED
        case Code::unauthorized: return 16;  // UNAUTHENTICATED
        case Code::forbidden: return 7;      // PERMISSION_DENIED
    }
    return 2;  // UNKNOWN
}

int otlp_retry_after_s(Code code) {
    switch (code) {
        case Code::io:
        case Code::busy: return 5;
        case Code::corrupt: return 60;
        case Code::invalid:
        case Code::not_found:
        case Code::conflict:
        case Code::limit:
        case Code::unsupported:
        case Code::unauthorized:
        case Code::forbidden: return 0;
    }
    return 0;
}

}  // namespace hence
