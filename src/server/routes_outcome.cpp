// What came of decisions, and what is learnt from that.
#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/calibration.h"
#include "hence/dossier.h"
#include "hence/outcome.h"
#include "hence/review.h"
#include "model/json.h"
#include "model/text.h"
#include "server/parameters.h"
#include "server/routes.h"
#include "server/streamed.h"

namespace hence {
namespace {

constexpr std::size_t body_depth_max = 4;

Error wrong_key(std::string_view key, std::string_view must) {
    return {Code::invalid, fmt::format("{} in the body must be {}", hence::quoted(key), must),
            R"(send {"correct":true,"outcome":"what came of it"})"};
}

// The body of a request as one JSON object that has only these keys.
Result<std::string> object_in(const Request& request, std::span<const std::string_view> keys) {
    const Result<std::string> body = minify(request.body, body_depth_max);
    if (!body) {
        return Error{Code::invalid, "the body is no JSON: " + body.error().message,
                     R"(send {"correct":true,"outcome":"what came of it"})"};
    }
    if (!Json(*body).is_object()) {
        return Error{Code::invalid, "the body is no JSON object",
                     R"(send {"correct":true,"outcome":"what came of it"})"};
    }
    std::string unknown;
    Json(*body).each_member([&](std::string_view name, Json) {
        if (std::ranges::find(keys, name) == keys.end()) {
            unknown = hence::quoted(name);
        }
        return unknown.empty();
    });
    if (!unknown.empty()) {
        return Error{Code::invalid, fmt::format("{} is no key of this body", unknown),
                     fmt::format("there are {}", fmt::join(keys, ", "))};
    }
    return *body;
}

// Empty when it is absent or null.
Result<std::string> text_in(Json body, std::string_view key) {
    const Json value = body[key];
    if (value.present() && !value.is_string()) {
        return wrong_key(key, "a string");
    }
    return value.string().value_or("");
}

// Null is an answer, too, and an outcome is recorded once: so it must be said.
Result<Verdict> verdict_in(Json body) {
    const Json correct = body["correct"];
    if (correct.raw() == "null") {
        return Verdict::unknown;
    }
    const std::optional<bool> value = correct.boolean();
    if (!value) {
        return wrong_key("correct", "true, false or null");
    }
    return *value ? Verdict::correct : Verdict::incorrect;
}

Result<Response> take_outcome(const App& app, const Request& request, Json body,
                              OutcomeRequest asked) {
    asked.verdict = TRY(verdict_in(body));
    asked.text = TRY(text_in(body, "outcome"));
    asked.agent = TRY(text_in(body, "agent"));
    asked.id = TRY(text_in(body, "id"));
    const Event outcome = TRY(record_outcome(app.store, asked));
    return request.form() == Form::text ? text_response(outcome_line(outcome) + "\n")
                                        : json_response(outcome.to_json() + "\n");
}

Result<Response> take_outcome_of(const App& app, const Request& request, const std::string& id) {
    constexpr std::array<std::string_view, 4> keys = {"correct", "outcome", "agent", "id"};
    const std::string body = TRY(object_in(request, keys));
    if (id.empty()) {
        return Error{Code::invalid, "no event is named", "name it in the path"};
    }
    return take_outcome(app, request, Json(body), {.event = id});
}

Result<Response> take_outcome_of_latest(const App& app, const Request& request,
                                        const std::string&) {
    constexpr std::array<std::string_view, 6> keys = {"correlation", "decision_type", "correct",
                                                      "outcome",     "agent",         "id"};
    const std::string body = TRY(object_in(request, keys));
    OutcomeRequest asked;
    asked.correlation = TRY(text_in(Json(body), "correlation"));
    asked.decision_type = TRY(text_in(Json(body), "decision_type"));
    if (asked.correlation.empty()) {
        return wrong_key("correlation", "the correlation of the decision");
    }
    if (asked.decision_type.empty()) {
        return wrong_key("decision_type", "the type of the decision");
    }
    return take_outcome(app, request, Json(body), std::move(asked));
}

Result<Response> answer_calibration(const App& app, const Request& request, const std::string&) {
    CalibrationRequest asked;
    asked.decision_type = text_parameter(request, "decision_type");
    asked.agent = text_parameter(request, "agent");
    asked.bins = TRY(number_parameter(request, "bins", asked.bins));
    asked.max_brier = TRY(amount_parameter(request, "max_brier"));
    Calibration answer = TRY(calibration(app.store, asked));
    const bool failed = answer.failed();
    Response response = streamed_answer(request.form(), std::move(answer), app.store);
    response.exit_status = failed ? 1 : 0;
    return response;
}

Result<Response> answer_review(const App& app, const Request& request, const std::string&) {
    ReviewRequest asked;
    asked.agent = text_parameter(request, "agent");
    if (asked.agent.empty()) {
        return Error{Code::invalid, "no agent is named", "name one with ?agent="};
    }
    const std::optional<double> high = TRY(amount_parameter(request, "high"));
    asked.high = high.value_or(asked.high);
    Review answer = TRY(review(app.store, asked));
    return streamed_answer(request.form(), std::move(answer), app.store);
}

Result<Response> answer_dossier(const App& app, const Request& request, const std::string& id) {
    Dossier answer = TRY(dossier(app.store, {.event = id}));
    return streamed_answer(request.form(), std::move(answer), app.store);
}

}  // namespace

RouteTable outcome_routes() {
    return {
        {"POST", "/api/v1/events/{id}/outcome", TokenScope::write, take_outcome_of},
        {"POST", "/api/v1/outcomes", TokenScope::write, take_outcome_of_latest},
        {"GET", "/api/v1/calibration", TokenScope::read, answer_calibration},
        {"GET", "/api/v1/review", TokenScope::read, answer_review},
        {"GET", "/api/v1/events/{id}/dossier", TokenScope::read, answer_dossier},
    };
}

}  // namespace hence
