#include <string>
#include <string_view>

#include "base/try.h"
#include "hence/dossier.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/json.h"
#include "views/event_reader.h"
#include "views/explain_write.h"
#include "views/pieces.h"
#include "views/session_events.h"

namespace hence {
namespace {

void append_raw_or_null(std::string& out, std::string_view name, std::string_view raw) {
    out += name;
    out += raw.empty() ? std::string_view("null") : raw;
}

void append_alternatives(std::string& out, const std::vector<Alternative>& alternatives) {
    std::string_view comma;
    for (const Alternative& option : alternatives) {
        out += comma;
        comma = ",";
        out += R"({"option":)";
        append_string(out, option.option);
        out += R"(,"rejected_because":)";
        append_string_or_null(out, option.rejected_because);
        out += '}';
    }
}

Result<void> write_messages(Pieces& out, const Dossier& answer, const Store& store) {
    EventReader messages(store, answer.messages);
    for (std::size_t i = 0; i < answer.messages.size(); ++i) {
        const Event message = TRY(messages.next());
        out.text += i == 0 ? "" : ",";
        message.append_json(out.text);
        TRY(out.pass_on());
    }
    return {};
}

}  // namespace

Result<void> write_json(const Dossier& answer, const Store& store, const Sink& sink) {
    Pieces out(sink);
    Sessions sessions(store);
    out.text += R"({"event":)";
    append_string(out.text, answer.event.id());
    out.text += R"(,"decision":)";
    answer.event.append_json(out.text);
    append_raw_or_null(out.text, R"(,"inputs":)", field(answer.event, "inputs").raw());
    out.text += R"(,"alternatives":[)";
    append_alternatives(out.text, answer.alternatives);
    const std::string_view rationale = answer.event.rationale();
    append_raw_or_null(out.text, R"(],"rationale":)", rationale);
    append_raw_or_null(out.text, R"(,"confidence":)", Json(rationale)["confidence"].raw());
    out.text += R"(,"chain":)";
    TRY(write_chain_json(out, answer.explanation.chain, sessions));
    out.text += R"(,"messages":[)";
    TRY(write_messages(out, answer, store));
    out.text += R"(],"outcome":)";
    if (answer.outcome) {
        answer.outcome->append_json(out.text);
    } else {
        out.text += "null";
    }
    out.text += R"(,"completeness":)";
    answer.explanation.completeness.append_json(out.text);
    out.text += "}\n";
    return out.finish();
}

}  // namespace hence
