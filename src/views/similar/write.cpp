#include <fmt/format.h>

#include "base/try.h"
#include "hence/similar.h"
#include "model/facts.h"
#include "model/text.h"
#include "views/cause/considered.h"
#include "views/write/pieces.h"
#include "views/write/shown_ids.h"
#include "views/write/when.h"

namespace hence {
namespace {

void append_row(JsonWriter& json, const SimilarDecision& row) {
    const Event& decision = row.decision;
    json.begin_object().member("event", decision.id()).member("session", OrNull{row.session});
    json.member("run", OrNull{decision.run()}).member("agent", OrNull{decision.agent()});
    json.member("time",
                decision.has(Flag::time_derived) ? std::nullopt : std::optional(decision.time()))
        .member("summary", summary(decision));
    json.member("decision_type", OrNull{text_field(decision, "decision_type")});
    json.member("description", OrNull{text_field(decision, "description")});
    json.member("chosen", OrNull{text_field(decision, "chosen")});
    json.key("alternatives").begin_list();
    for (const Alternative& alternative : row.alternatives) {
        json.value(alternative.option);
    }
    json.end_list().member("why", OrNull{reason_given(decision)});
    json.member("confidence", confidence_given(decision));
    json.member("score", row.score).key("shared").begin_list();
    for (const std::string& word : row.shared) {
        json.value(word);
    }
    json.end_list().key("outcome");
    if (row.outcome) {
        json.begin_object().member("event", row.outcome->id());
        json.member("outcome", OrNull{text_field(*row.outcome, "outcome")});
        json.member("correct", row.correct).end_object();
    } else {
        json.null();
    }
    json.member("correct", row.correct).end_object();
}

std::string verdict(const SimilarDecision& row) {
    if (!row.outcome) {
        return "what came of it was not recorded";
    }
    const std::string told = printable(text_field(*row.outcome, "outcome"));
    const std::string judged = !row.correct   ? "nobody said whether it was right"
                               : *row.correct ? "it was right"
                                              : "it was wrong";
    return told.empty() ? judged : fmt::format("{}: {}", judged, told);
}

std::string others(const SimilarDecision& row) {
    const std::string chosen = text_field(row.decision, "chosen");
    std::string out;
    for (const Alternative& alternative : row.alternatives) {
        if (alternative.option != chosen) {
            out += (out.empty() ? "" : ", ") + printable(alternative.option);
        }
    }
    return out;
}

std::string joined_words(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) {
        out += (out.empty() ? "" : ", ") + printable(word);
    }
    return out;
}

std::string headline(const Similar& answer) {
    const std::string what = printable(answer.text);
    if (answer.rows.empty()) {
        return fmt::format("No {}decision of {} is like: {}\n", answer.of_event ? "earlier " : "",
                           answer.compared, what);
    }
    return fmt::format(
        "Decided before: {}\n{} of {} {}decisions {} alike: {} right, {} wrong, {} "
        "not known\n",
        what, answer.rows.size(), answer.compared, answer.of_event ? "earlier " : "",
        answer.rows.size() == 1 ? "is" : "are", answer.right, answer.wrong, answer.unknown);
}

}  // namespace

Result<void> write_json(const Similar& answer, const Store&, const Sink& sink) {
    Pieces out(sink);
    out.json.begin_object().member("to", answer.to).member("text", answer.text);
    out.json.member("compared", answer.compared).member("right", answer.right);
    out.json.member("wrong", answer.wrong).member("unknown", answer.unknown);
    TRY(out.list("rows", answer.rows, append_row));
    out.json.end_object().end_line();
    return out.finish();
}

Result<void> write_text(const Similar& answer, const Store&, const Sink& sink) {
    Pieces out(sink);
    out.text += headline(answer);
    ShownIds ids;
    for (const SimilarDecision& row : answer.rows) {
        const std::string agent =
            row.decision.agent().empty() ? "-" : printable(row.decision.agent());
        out.text += fmt::format("\n{} {}  {}  ({})\n", when(row.decision), agent,
                                summary(row.decision), ids.of(row.decision.id()));
        const std::string rejected = others(row);
        if (!rejected.empty()) {
            out.text += fmt::format("    rather than {}\n", rejected);
        }
        out.text += fmt::format("    {}\n    shares {} ({:.0f} %)\n", verdict(row),
                                joined_words(row.shared), row.score * 100);
        TRY(out.pass_on());
    }
    return out.finish();
}

}  // namespace hence
