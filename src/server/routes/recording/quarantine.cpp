// What was refused: the list, one line of it, and a second try.
#include "hence/quarantine.h"

#include <charconv>

#include "base/try.h"
#include "intake/ingest.h"
#include "server/router/parameter_texts.h"
#include "server/router/streamed.h"
#include "server/routes/recording/receipt.h"
#include "server/routes/routes.h"

namespace hence {
namespace {

Result<Response> answer_quarantine(const App& app, const Request& request, const std::string&) {
    const Form form = request.form();
    return streamed_line(form, [form, &store = app.store](const Sink& sink) {
        return form == Form::text ? write_quarantine_text(store, sink)
                                  : write_quarantine_json(store, sink);
    });
}

Result<Response> answer_quarantined(const App& app, const Request& request, const std::string& id) {
    std::uint64_t n = 0;
    const auto [read, error] = std::from_chars(id.data(), id.data() + id.size(), n);
    if (id.empty() || error != std::errc() || read != id.data() + id.size()) {
        return Error{Code::invalid, "a quarantined line is named by its number",
                     "hence quarantine lists them"};
    }
    TRY(app.store.quarantined(n));  // So that its absence is an answer, not one that breaks off.
    const Form form = request.form();
    const auto produce = [form, n, &store = app.store](const Sink& sink) {
        return form == Form::text ? write_quarantined_text(store, n, sink)
                                  : write_quarantined_json(store, n, sink);
    };
    return streamed_line(form, produce);
}

Result<Response> retry_quarantine(const App& app, const Request& request, const std::string&) {
    const Account account = TRY(retry_quarantined(app.store));
    return receipt(account, request);
}

constexpr ParameterText retry_quarantine_takes[] = {
    takes::detail,
};

constexpr SchemaText quarantine_schemas[] = {
    {"QuarantineRow", "n:i source:s line:i reason:s size:i count:i"},
    {"QuarantinedLine", "n:i source:s line:i reason:s size:i count:i sha256:s bytes:s",
     "bytes is base64."},
};

}  // namespace

RouteTable quarantine_routes() {
    return {
        .rows =
            {
                {"GET",
                 "/api/v1/quarantine",
                 TokenScope::read,
                 answer_quarantine,
                 {.name = "quarantine",
                  .summary = "What was refused, and why",
                  .gives = "json=[QuarantineRow] text",
                  .command = "quarantine"}},
                {"POST",
                 "/api/v1/quarantine/retry",
                 TokenScope::admin,
                 retry_quarantine,
                 {.name = "retry_quarantine",
                  .summary = "Tries what was refused once more",
                  .takes = retry_quarantine_takes,
                  .gives = "json=Receipt text",
                  .statuses = "207=Receipt",
                  .command = "quarantine retry"}},
                {"GET",
                 "/api/v1/quarantine/{id}",
                 TokenScope::read,
                 answer_quarantined,
                 {.name = "quarantined",
                  .summary = "What was refused, as it came",
                  .gives = "json=QuarantinedLine text",
                  .statuses = "404",
                  .id = "The number of a row.",
                  .command = "quarantine show {id}"}},
            },
        .schemas = quarantine_schemas,
    };
}

}  // namespace hence
