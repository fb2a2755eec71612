#include <utility>

#include "base/try.h"
#include "server/ingest.h"
#include "server/parameters.h"
#include "server/routes.h"

namespace hence {
namespace {

Response receipt(const Account& account, const Request& request) {
    Response response;
    if (request.form() == Form::text) {
        response = text_response(account.to_text());
    } else {
        account.append_json(response.body, request.flag("detail"));
    }
    if (account.quarantined > 0) {
        response.status = 207;
        response.exit_status = 1;
    }
    return response;
}

}  // namespace

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
    options.session = text_parameter(request, "session");
    options.first_line = TRY(number_parameter(request, "first_line", 1));
    if (options.first_line == 0) {
        return Error{Code::invalid, "first_line counts from 1"};
    }
    options.idempotency_key = std::string(request.header("idempotency-key"));
    options.sync = !request.parameter("sync") || request.flag("sync");
    const Account account = TRY(ingest(app.store, request.body, options));
    return receipt(account, request);
}

Result<Response> retry_quarantine(const App& app, const Request& request, const std::string&) {
    const Account account = TRY(retry_quarantined(app.store));
    return receipt(account, request);
}

Result<Response> hand_over(const App& app, const Request& request, const std::string&) {
    if (!app.hand_over) {
        return Error{Code::not_found, "nobody here can hand over",
                     "ask on the socket in the store's directory"};
    }
    TRY(app.hand_over());
    return request.form() == Form::text ? text_response("leaving\n")
                                        : json_response("{\"leaving\":true}\n");
}

}  // namespace hence
