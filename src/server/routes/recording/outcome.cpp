// What came of decisions, what people note, and what is learnt from that.
#include "hence/outcome.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/calibration.h"
#include "hence/dossier.h"
#include "hence/note.h"
#include "hence/review.h"
#include "intake/redacting_store.h"
#include "model/json/json.h"
#include "model/text.h"
#include "server/router/parameter_texts.h"
#include "server/router/parameters.h"
#include "server/router/streamed.h"
#include "server/routes/routes.h"
#include "store/integrity/proof.h"

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
    RedactingStore store(app.store, app.redaction);
    const Event outcome = TRY(record_outcome(store, asked));
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

constexpr std::array<std::string_view, 3> note_keys = {"text", "author", "id"};

Error note_refused(std::string message) {
    return {Code::invalid, std::move(message), R"(send {"text":"what you saw","author":"you"})"};
}

// Empty when it is absent or null.
Result<std::string> note_text(Json body, std::string_view key) {
    const Json value = body[key];
    if (value.present() && !value.is_string()) {
        return note_refused(fmt::format("{} in the body must be a string", hence::quoted(key)));
    }
    return value.string().value_or("");
}

Result<NoteRequest> note_in(const Request& request) {
    const Result<std::string> body = minify(request.body, body_depth_max);
    if (!body) {
        return note_refused("the body is no JSON: " + body.error().message);
    }
    if (!Json(*body).is_object()) {
        return note_refused("the body is no JSON object");
    }
    std::string unknown;
    Json(*body).each_member([&](std::string_view name, Json) {
        if (std::ranges::find(note_keys, name) == note_keys.end()) {
            unknown = hence::quoted(name);
        }
        return unknown.empty();
    });
    if (!unknown.empty()) {
        return note_refused(fmt::format("{} is no key of this body: there are {}", unknown,
                                        fmt::join(note_keys, ", ")));
    }
    NoteRequest asked;
    asked.text = TRY(note_text(Json(*body), "text"));
    asked.author = TRY(note_text(Json(*body), "author"));
    asked.id = TRY(note_text(Json(*body), "id"));
    return asked;
}

Result<Response> take_note(const App& app, const Request& request, const std::string& id) {
    NoteRequest asked = TRY(note_in(request));
    asked.event = id;
    RedactingStore store(app.store, app.redaction);
    const Event note = TRY(record_note(store, asked));
    return request.form() == Form::text ? text_response(note_line(note) + "\n")
                                        : json_response(note.to_json() + "\n");
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

// Passes an object on, and puts one more member before its end.
Result<void> write_with_proof(const Dossier& answer, const Store& store, const std::string& proof,
                              const Sink& sink) {
    std::string held;  // The end of the object comes last, and white space may follow it.
    const Sink before_the_end = [&](std::string_view piece) -> Result<void> {
        held += piece;
        const std::size_t end = std::min(held.rfind('}'), held.size());
        TRY(sink(std::string_view(held).substr(0, end)));
        held.erase(0, end);
        return {};
    };
    TRY(write_json(answer, store, before_the_end));
    return sink(",\"proof\":" + proof + "}\n");
}

// The proof is that of the decision (docs/INTEGRITY.md), to be saved and verified by itself.
Result<Response> with_proof(const App& app, const Request& request, Dossier answer) {
    Integrity* const integrity = integrity_of(app.store);
    if (integrity == nullptr) {
        return Error{Code::not_found, "this store keeps no tree of proofs",
                     "a store in a directory does"};
    }
    const EventProof proven = TRY(prove(*integrity, answer.event));
    std::string proof = proof_text(proven);
    proof.pop_back();
    const Form form = request.form();
    return streamed_line(
        form,
        [kept = std::make_shared<Dossier>(std::move(answer)), form, proof,
         &store = app.store](const Sink& sink) -> Result<void> {
            if (form != Form::text) {
                return write_with_proof(*kept, store, proof, sink);
            }
            TRY(write_text(*kept, store, sink));
            return sink(
                "\n## Proof\n\nSave the line below as a file, and check it with `hence verify "
                "FILE`.\n\n```json\n" +
                proof + "\n```\n");
        });
}

Result<Response> answer_dossier(const App& app, const Request& request, const std::string& id) {
    Dossier answer = TRY(dossier(app.store, {.event = id}));
    if (request.flag("proof")) {
        return with_proof(app, request, std::move(answer));
    }
    return streamed_answer(request.form(), std::move(answer), app.store);
}

constexpr ParameterText dossier_takes[] = {
    ParameterText{"proof", "b", "With a proof that the decision is in the log."},
};

constexpr ParameterText calibration_takes[] = {
    takes::decision_type,
    takes::agent,
    ParameterText{"bins", "i", "How many bins."},
    ParameterText{"max_brier", "n", "The check fails above this score."},
};

constexpr ParameterText review_takes[] = {
    required(takes::agent),
    ParameterText{"high", "n", "From which confidence on it counts as high."},
};

constexpr SchemaText outcome_schemas[] = {
    {"Calibration",
     "decision_type:s? agent:s? n:i without_outcome:i brier:n? ece:n? constant_confidence:b "
     "bins:[CalibrationBin]"},
    {"CalibrationBin", "lo:n hi:n n:i mean_confidence:n? accuracy:n? wilson_lo:n? wilson_hi:n?"},
    {"Review",
     "agent:s items:[ReviewItem] high_confidence_errors:[ReviewItem] without_outcome:[s]"},
    {"ReviewItem", "event:s question:s outcome:Event chain:[ChainLink]"},
    {"Dossier",
     "event:s decision:Event inputs:any alternatives:[RejectedOption] rationale:Rationale? "
     "confidence:n? chain:[ChainLink] messages:[Event] outcome:Event? ~notes:[Note] "
     "completeness:Completeness ~proof:EventProof"},
    {"NewNote", "text:s ~author:s? ~id:s?"},
    {"NewOutcome", "correct:b? ~outcome:s? ~agent:s? ~id:s?",
     "Null is an outcome as well: unknown."},
    {"NewOutcomeOfLatest", "correlation:s decision_type:s correct:b? ~outcome:s? ~agent:s? ~id:s?"},
};

}  // namespace

RouteTable outcome_routes() {
    return {
        .rows =
            {
                {"POST",
                 "/api/v1/events/{id}/outcome",
                 TokenScope::write,
                 take_outcome_of,
                 {.name = "record_outcome",
                  .summary = "Records what came of a decision",
                  .body = "json=NewOutcome",
                  .gives = "json=Event text",
                  .statuses = "404 409 415",
                  .id = "A decision; its id may be shortened at either end."}},
                {"POST",
                 "/api/v1/outcomes",
                 TokenScope::write,
                 take_outcome_of_latest,
                 {.name = "record_outcome_of_latest",
                  .summary =
                      "Records what came of the newest decision of a type that has no outcome",
                  .body = "json=NewOutcomeOfLatest",
                  .gives = "json=Event text",
                  .statuses = "404 409 415"}},
                {"POST",
                 "/api/v1/events/{id}/notes",
                 TokenScope::write,
                 take_note,
                 {.name = "record_note",
                  .summary = "Records what a person remarks about an event",
                  .body = "json=NewNote",
                  .gives = "json=Event text",
                  .statuses = "404 409 415",
                  .id = "The event; its id may be shortened at either end."}},
                {"GET",
                 "/api/v1/calibration",
                 TokenScope::read,
                 answer_calibration,
                 {.name = "calibration",
                  .summary = "Whether confidence is worth anything",
                  .takes = calibration_takes,
                  .gives = "json=Calibration text",
                  .command = "calibration"}},
                {"GET",
                 "/api/v1/review",
                 TokenScope::read,
                 answer_review,
                 {.name = "review",
                  .summary = "What an agent got wrong, and a question for each",
                  .takes = review_takes,
                  .gives = "json=Review text",
                  .statuses = "404",
                  .command = "review {agent}"}},
                {"GET",
                 "/api/v1/events/{id}/dossier",
                 TokenScope::read,
                 answer_dossier,
                 {.name = "dossier",
                  .summary = "A decision, whole",
                  .takes = dossier_takes,
                  .gives = "json=Dossier text",
                  .statuses = "404",
                  .id = "A decision; its id may be shortened at either end.",
                  .command = "dossier {id}"}},
            },
        .schemas = outcome_schemas,
    };
}

}  // namespace hence
