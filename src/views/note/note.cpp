// Records a person's remark about an event: one append, which nothing can refuse but the rules of
// events and another event of the same id.
#include "hence/note.h"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/try.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/ids.h"
#include "model/json/writer.h"
#include "model/kinds.h"
#include "model/text.h"
#include "views/find/resolve.h"

namespace hence {
namespace {

Result<Event> composed_note(const NoteRequest& request, const std::string& id,
                            const Event& subject) {
    std::string text;
    JsonWriter json(text);
    json.begin_object().member("id", Exact{id}).member("kind", name_of(Kind::note));
    json.member("time", request.time ? *request.time : to_the_millisecond(now()));
    json.member_if_any("session", {subject.session()}).member_if_any("run", {subject.run()});
    json.member("parent", Exact{subject.id()});
    json.member_if_any("correlation", {subject.correlation()});
    json.key("fields").begin_object().member("text", Exact{request.text});
    json.member("of", Exact{subject.id()});
    json.member_if_any("author", {request.author}).end_object().end_object();
    const Event event = TRY(Event::parse(text));
    return event.with_source("native");
}

// For a request whose id is known: the same answer if it is the same request, else a conflict.
Result<Event> told_before(const Event& known, const NoteRequest& request) {
    const std::string of = text_field(known, "of");
    if (known.kind() == Kind::note && text_field(known, "text") == request.text &&
        text_field(known, "author") == request.author &&
        (of.starts_with(request.event) || of.ends_with(request.event))) {
        return known;
    }
    return Error{
        Code::conflict,
        fmt::format("another event has the id {}: {}", printable(known.id()), summary(known)),
        "choose another one, or leave it out"};
}

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

Result<Event> record_note(Store& store, const NoteRequest& request) {
    if (is_blank(request.text)) {
        return Error{Code::invalid, "the note says nothing", "give it a text"};
    }
    if (request.event.empty()) {
        return Error{Code::invalid, "nothing is named that this note is about", "name an event"};
    }
    const std::string id = request.id.empty() ? new_id() : request.id;
    const std::optional<Event> known = TRY(store.find(id));
    if (known) {
        return told_before(*known, request);
    }
    const Event subject = TRY(resolve_event(store, request.event));
    const Event note = TRY(composed_note(request, id, subject));
    Batch batch;
    batch.source = "note";
    batch.events.push_back({.event = note});
    // A second writer under the same id must not send this one to quarantine.
    const Result<Receipt> receipt = store.append(batch, [&id](const Store& inside) -> Result<void> {
        const std::optional<Event> first = TRY(inside.find(id));
        return first ? Result<void>(Error{Code::conflict, "another event has this id"})
                     : Result<void>();
    });
    const std::optional<Event> stored = TRY(store.find(id));
    if (stored && !receipt && receipt.error().code == Code::conflict) {
        return told_before(*stored, request);
    }
    if (!receipt) {
        return receipt.error();
    }
    if (!stored) {
        return Error{Code::corrupt, "the note was appended and is not there"};
    }
    return *stored;
}

std::string note_line(const Event& note) {
    constexpr std::string_view label = "Note: ";
    std::string said = summary(note);
    if (said.starts_with(label)) {
        said.erase(0, label.size());
    }
    return fmt::format("recorded note {} about {}: {}", printable(note.id()),
                       printable(text_field(note, "of")), said);
}

}  // namespace hence
