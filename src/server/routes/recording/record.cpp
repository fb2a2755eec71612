// Recording: a text of events, in any format that is known.
#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "base/try.h"
#include "formats/mapping/mapping.h"
#include "intake/ingest.h"
#include "server/router/parameter_texts.h"
#include "server/router/parameters.h"
#include "server/routes/recording/receipt.h"
#include "server/routes/routes.h"
#include "store/integrity/integrity.h"

namespace hence {
namespace {

// The mapping of the parameter `map`; null when there is none.
Result<std::shared_ptr<const Mapping>> mapping_of(const Request& request) {
    const std::string text = text_parameter(request, "map");
    if (text.empty()) {
        return std::shared_ptr<const Mapping>();
    }
    if (!text_parameter(request, "format").empty()) {
        return Error{Code::invalid, "map and format exclude each other",
                     "a mapping says all of how the records are read"};
    }
    Result<Mapping> mapping = parse_mapping(text);
    if (!mapping) {
        Error error = mapping.error();
        error.message = "the parameter map: " + error.message;
        return error;
    }
    return std::make_shared<const Mapping>(std::move(mapping).take());
}

Result<Response> take_events(const App& app, const Request& request, const std::string&) {
    if (const std::string_view coding = request.header("content-encoding");
        !coding.empty() && coding != "identity") {
        Response response = error_response(
            {Code::unsupported, "compressed events cannot be read", "send them as they are"},
            request.form());
        response.status = 415;
        return response;
    }
    IngestOptions options;
    options.source = request.parameter("source").value_or(options.source);
    options.format = text_parameter(request, "format");
    options.mapping = TRY(mapping_of(request));
    options.session = text_parameter(request, "session");
    options.first_line = TRY(number_parameter(request, "first_line", 1));
    if (options.first_line == 0) {
        return Error{Code::invalid, "first_line counts from 1"};
    }
    options.idempotency_key = std::string(request.header("idempotency-key"));
    options.sync = !request.parameter("sync") || request.flag("sync");
    options.live = true;
    if (request.parameter("redact")) {
        options.redact = request.flag("redact");
    }
    const auto [rule, last] = request.query.equal_range("redact_rule");
    std::transform(rule, last, std::back_inserter(options.redact_rules),
                   [](const auto& given) { return given.second; });
    if (!options.redact_rules.empty() && !options.redact) {
        options.redact = true;
    }
    options.redaction = app.redaction;
    Account account = TRY(ingest(app.store, request.body, options));
    if (request.flag("checkpoint")) {
        Integrity* const integrity = integrity_of(app.store);
        if (integrity == nullptr) {
            return Error{Code::unsupported, "this store keeps no tree of proofs",
                         "the events are recorded; leave checkpoint out"};
        }
        const CheckpointRecord newest = TRY(integrity->cover());
        account.checkpoint = newest.head.size;
    }
    return receipt(account, request);
}

constexpr ParameterText record_takes[] = {
    takes::format,
    ParameterText{"map", "s", "A mapping, as JSON: what the keys of the records mean."},
    ParameterText{"source", "s", "Where the text came from, should some of it be refused."},
    ParameterText{"session", "s", "For events that name no session."},
    ParameterText{"first_line", "i", "The number of the text's first line."},
    ParameterText{"sync", "b", "False: survives the death of the process, not of the machine."},
    ParameterText{"redact", "b",
                  "Whether secrets are replaced by marks; absent: in every format but native."},
    ParameterText{"redact_rule", "s",
                  "A regular expression: what matches is a secret, too; may be repeated."},
    ParameterText{"checkpoint", "b",
                  "Waits for a checkpoint that covers the events; the receipt has its size."},
    takes::detail,
    takes::idempotency_key,
};

constexpr SchemaText record_schemas[] = {
    {"NewEvent",
     "~id:s kind:s time:t ~agent:s ~session:s ~run:s ~parent:s ~causes:[s] ~correlation:s "
     "~iteration:i ~duration_ms:n ~rationale:Rationale ~fields:object ~source:s ~flags:[s]",
     "An event as it is sent. seq and received are ignored."},
};

}  // namespace

RouteTable record_routes() {
    return {
        .rows =
            {
                {"POST",
                 "/api/v1/events",
                 TokenScope::ingest,
                 take_events,
                 {.name = "record",
                  .summary = "Records events, in any format that is known",
                  .takes = record_takes,
                  .body = "ndjson=NewEvent json=any",
                  .gives = "json=Receipt text",
                  .statuses = "207=Receipt 413 415",
                  .command = "record"}},
            },
        .schemas = record_schemas,
    };
}

}  // namespace hence
