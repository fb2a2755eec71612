// Takes what OpenTelemetry sends into a store, and answers as its specification says.
//
// Used by the HTTP routes and by gRPC alike, so that a span means the same by either way. A receipt
// is given only when everything that was taken is durable, because an exporter forgets a batch that
// was acknowledged. A span that cannot be stored is counted in partial_success and goes to
// quarantine; it does not fail the spans beside it. Sending the same batch again stores nothing
// twice.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hence/result.h"
#include "server/router/router.h"

namespace hence {

enum class OtlpSignal : std::uint8_t { traces, logs, metrics };
enum class OtlpEncoding : std::uint8_t { protobuf, json };

// What became of a request that could be read. Durable when this is returned.
struct OtlpReceipt {
    std::uint64_t rejected = 0;  // Spans, records or data points that were not taken.
    std::string message = {};    // Why; a warning when nothing was rejected.
};

// Fails with invalid when the body cannot be read at all, and as Store::append does.
Result<OtlpReceipt> take_otlp(const App& app, OtlpSignal signal, OtlpEncoding encoding,
                              std::string_view body);

// The body of the answer, an Export*ServiceResponse.
std::string otlp_response(OtlpSignal signal, OtlpEncoding encoding, const OtlpReceipt& receipt);

// A google.rpc.Status. `retry_after_s` above 0 adds a RetryInfo.
std::string rpc_status(OtlpEncoding encoding, int code, std::string_view message,
                       int retry_after_s = 0);

// Codes of google.rpc: what an error of ours is called there.
int rpc_code_of(Code code);

// After how many seconds it is worth while to send again; 0: never, it would be refused again.
int otlp_retry_after_s(Code code);

}  // namespace hence
