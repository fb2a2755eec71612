// What is not in the record: lines that were refused, a second try, and events that are erased.
#include "hence/quarantine.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "intake/ingest.h"
#include "model/json/json.h"
#include "model/text.h"
#include "server/router/erase_for.h"
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

constexpr std::size_t erase_body_depth_max = 4;
constexpr std::string_view erase_body_hint =
    R"(send {"event":"e1","reason":"it holds a password"})";
constexpr std::array<std::string_view, 8> erase_body_keys = {
    "event", "session", "where", "older_than", "quarantine", "reason", "by", "dry_run"};

Result<std::string> erase_text_in(Json body, std::string_view key) {
    const Json value = body[key];
    if (value.present() && !value.is_string()) {
        return Error{Code::invalid, fmt::format("\"{}\" in the body must be a string", key),
                     std::string(erase_body_hint)};
    }
    return value.string().value_or("");
}

Result<void> check_erase_keys(Json body) {
    std::string unknown;
    body.each_member([&](std::string_view name, Json) {
        unknown = std::ranges::find(erase_body_keys, name) == erase_body_keys.end()
                      ? hence::quoted(name)
                      : "";
        return unknown.empty();
    });
    if (!unknown.empty()) {
        return Error{Code::invalid, fmt::format("{} is no key of this body", unknown),
                     fmt::format("there are {}", fmt::join(erase_body_keys, ", "))};
    }
    return {};
}

Result<EraseRequest> erase_request_in(const Request& request) {
    const Result<std::string> text = minify(request.body, erase_body_depth_max);
    if (!text || !Json(*text).is_object()) {
        return Error{
            Code::invalid,
            text ? "the body is no JSON object" : "the body is no JSON: " + text.error().message,
            std::string(erase_body_hint)};
    }
    const Json body(*text);
    TRY(check_erase_keys(body));
    EraseRequest asked;
    asked.event = TRY(erase_text_in(body, "event"));
    asked.session = TRY(erase_text_in(body, "session"));
    asked.where = TRY(erase_text_in(body, "where"));
    asked.reason = TRY(erase_text_in(body, "reason"));
    asked.by = TRY(erase_text_in(body, "by"));
    const std::string older_than = TRY(erase_text_in(body, "older_than"));
    if (!older_than.empty()) {
        asked.older_than = TRY(parse_time(older_than));
    }
    const Json row = body["quarantine"];
    if (row.present()) {
        const double number = row.number().value_or(0);
        if (number < 1 || number > 9e15 || std::floor(number) != number) {
            return Error{Code::invalid, "\"quarantine\" in the body must be the number of a row",
                         "`hence quarantine` shows them"};
        }
        asked.quarantine = static_cast<std::uint64_t>(number);
    }
    const Json dry_run = body["dry_run"];
    if (dry_run.present() && !dry_run.boolean()) {
        return Error{Code::invalid, "\"dry_run\" in the body must be true or false",
                     std::string(erase_body_hint)};
    }
    asked.dry_run = dry_run.boolean().value_or(false);
    return asked;
}

Result<Response> take_erasure(const App& app, const Request& request, const std::string&) {
    const EraseRequest asked = TRY(erase_request_in(request));
    const EraseAnswer answer = TRY(erase_for(app, asked));
    std::string out;
    if (request.form() == Form::text) {
        append_erased_text(out, answer);
        return text_response(std::move(out));
    }
    append_erased_json(out, answer);
    out += '\n';
    return json_response(std::move(out));
}

constexpr ParameterText retry_quarantine_takes[] = {
    takes::detail,
};

constexpr SchemaText quarantine_schemas[] = {
    {"QuarantineRow", "n:i source:s line:i reason:s size:i count:i"},
    {"QuarantinedLine", "n:i source:s line:i reason:s size:i count:i sha256:s bytes:s",
     "bytes is base64."},
    {"NewErasure",
     "~event:s? ~session:s? ~where:s? ~older_than:t? ~quarantine:i reason:s ~by:s? ~dry_run:b?",
     "One of event, session, where, older_than and quarantine (the number of a row); where may go "
     "with older_than."},
    {"Erased",
     "dry_run:b reason:s events:i already:i seqs:[[i]] kinds:{i} sessions:[ErasedSession] "
     "~rows:[i] erasures:[s] ~left:[s]",
     "left: where bytes may still lie because the store could not reach them, in words."},
    {"ErasedSession", "session:s? events:i"},
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
                {"POST",
                 "/api/v1/erasures",
                 TokenScope::admin,
                 take_erasure,
                 {.name = "erase",
                  .summary = "Takes events out of the store for good, and says so",
                  .body = "json=NewErasure",
                  .gives = "json=Erased text",
                  .statuses = "404 409 415"}},
            },
        .schemas = quarantine_schemas,
    };
}

}  // namespace hence
