// OTLP over HTTP. Whatever is answered here, good or bad, is a message of OTLP's own, in the
// encoding of the request: an exporter reads nothing else.
#include "server/otlp/otlp.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "server/routes/routes.h"

namespace hence {
namespace {

constexpr std::string_view protobuf_type = "application/x-protobuf";
constexpr std::string_view json_type = "application/json";

std::string_view type_of(OtlpEncoding encoding) {
    return encoding == OtlpEncoding::json ? json_type : protobuf_type;
}

// The type alone, without parameters such as a charset; types know no case.
std::string media_type(std::string_view header) {
    header = header.substr(0, header.find(';'));
    std::string type;
    for (const char c : header) {
        if (c != ' ' && c != '\t') {
            type += lower(c);
        }
    }
    return type;
}

std::optional<OtlpEncoding> encoding_of(const Request& request) {
    const std::string type = media_type(request.header("content-type"));
    if (type == protobuf_type) {
        return OtlpEncoding::protobuf;
    }
    return type == json_type ? std::optional(OtlpEncoding::json) : std::nullopt;
}

Response refusal(int status, OtlpEncoding encoding, const Error& error) {
    const int retry_after_s = otlp_retry_after_s(error.code);
    Response response;
    response.status = status;
    response.content_type = type_of(encoding);
    response.body = rpc_status(encoding, rpc_code_of(error.code), one_line(error), retry_after_s);
    if (retry_after_s > 0) {
        response.headers.emplace_back("Retry-After", std::to_string(retry_after_s));
    }
    return response;
}

// Only what may pass by itself is 503: an exporter sends it again, and anything else it gives up.
int status_of(Code code) {
    return otlp_retry_after_s(code) > 0 ? 503 : http_status_of(code);
}

Result<Response> take(const App& app, const Request& request, OtlpSignal signal) {
    const std::optional<OtlpEncoding> encoding = encoding_of(request);
    if (!encoding) {
        return refusal(415, OtlpEncoding::json,
                       {Code::invalid, "OTLP is application/x-protobuf or application/json",
                        "name one of them as Content-Type"});
    }
    if (const std::string_view coding = request.header("content-encoding");
        !coding.empty() && coding != "identity") {
        return refusal(415, *encoding,
                       {Code::invalid, "a body in this Content-Encoding cannot be read here",
                        "send it as it is"});
    }
    const Result<OtlpReceipt> receipt = take_otlp(app, signal, *encoding, request.body);
    if (!receipt) {
        return refusal(status_of(receipt.error().code), *encoding, receipt.error());
    }
    Response response;
    response.content_type = type_of(*encoding);
    response.body = otlp_response(signal, *encoding, *receipt);
    return response;
}

Result<Response> take_traces(const App& app, const Request& request, const std::string&) {
    return take(app, request, OtlpSignal::traces);
}

Result<Response> take_logs(const App& app, const Request& request, const std::string&) {
    return take(app, request, OtlpSignal::logs);
}

Result<Response> take_metrics(const App& app, const Request& request, const std::string&) {
    return take(app, request, OtlpSignal::metrics);
}

constexpr SchemaText otlp_schemas[] = {
    {"OtlpPartialSuccess",
     "~rejectedSpans:s ~rejectedLogRecords:s ~rejectedDataPoints:s ~errorMessage:s"},
    {"OtlpAnswer", "~partialSuccess:OtlpPartialSuccess"},
    {"RpcStatus", "code:i message:s ~details:[object]", "google.rpc.Status."},
};

}  // namespace

RouteTable otlp_routes() {
    return {
        .rows =
            {
                {"POST",
                 "/v1/traces",
                 TokenScope::ingest,
                 take_traces,
                 {.name = "otlp_traces",
                  .summary = "Spans, as OpenTelemetry sends them",
                  .body = "protobuf json=object",
                  .gives = "json=OtlpAnswer protobuf",
                  .statuses = "400=RpcStatus 413 415=RpcStatus 503=RpcStatus"}},
                {"POST",
                 "/v1/logs",
                 TokenScope::ingest,
                 take_logs,
                 {.name = "otlp_logs",
                  .summary = "Log records, as OpenTelemetry sends them",
                  .body = "protobuf json=object",
                  .gives = "json=OtlpAnswer protobuf",
                  .statuses = "400=RpcStatus 413 415=RpcStatus 503=RpcStatus"}},
                {"POST",
                 "/v1/metrics",
                 TokenScope::ingest,
                 take_metrics,
                 {.name = "otlp_metrics",
                  .summary = "Metrics, as OpenTelemetry sends them; none is kept",
                  .body = "protobuf json=object",
                  .gives = "json=OtlpAnswer protobuf",
                  .statuses = "400=RpcStatus 413 415=RpcStatus 503=RpcStatus"}},
            },
        .schemas = otlp_schemas,
    };
}

}  // namespace hence
