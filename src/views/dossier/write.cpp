#include "views/explain/write.h"

#include <string>
#include <string_view>

#include "base/try.h"
#include "hence/dossier.h"
#include "hence/note.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/json/json.h"
#include "views/dossier/inputs.h"
#include "views/find/event_reader.h"
#include "views/find/session_events.h"
#include "views/write/pieces.h"

namespace hence {
namespace {

void append_alternatives(JsonWriter& json, const std::vector<Alternative>& alternatives) {
    json.key("alternatives").begin_list();
    for (const Alternative& option : alternatives) {
        json.begin_object().member("option", option.option);
        json.member("rejected_because", OrNull{option.rejected_because}).end_object();
    }
    json.end_list();
}

Result<void> write_messages(Pieces& out, const Dossier& answer, const Store& store) {
    EventReader messages(store, answer.messages);
    out.json.key("messages").begin_list();
    for (std::size_t i = 0; i < answer.messages.size(); ++i) {
        const Event message = TRY(messages.next());
        message.append_json(out.json.text());
        TRY(out.pass_on());
    }
    out.json.end_list();
    return {};
}

}  // namespace

Result<void> write_json(const Dossier& answer, const Store& store, const Sink& sink) {
    Pieces out(sink);
    Sessions sessions(store);
    out.json.begin_object().member("event", answer.event.id());
    answer.event.append_json(out.json.key("decision").text());
    out.json.member("inputs", inputs_of(answer.event));
    append_alternatives(out.json, answer.alternatives);
    const Json rationale(answer.event.rationale());
    out.json.member("rationale", rationale).member("confidence", rationale["confidence"]);
    TRY(write_chain_json(out, answer.explanation.chain, sessions, answer.explanation.event));
    TRY(write_messages(out, answer, store));
    out.json.key("outcome");
    if (answer.outcome) {
        answer.outcome->append_json(out.json.text());
    } else {
        out.json.null();
    }
    const std::vector<Event> notes = TRY(notes_about(store, {std::string(answer.event.id())}));
    if (!notes.empty()) {
        TRY(out.list("notes", notes, append_note));
    }
    answer.explanation.completeness.append_json(out.json.key("completeness").text());
    out.json.end_object().end_line();
    return out.finish();
}

}  // namespace hence
