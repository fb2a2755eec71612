// Records about a turn that are no step of it: settings, states of the world, notices. A run must
// have one beginning, so each of these hangs on the event that the turn has come to. Such a record
// may come before the first event of its turn; it then waits for that event.
#include <utility>

#include "base/try.h"
#include "formats/codex/reader.h"

namespace hence {

void CodexReader::hang(EventDraft& draft) const {
    if (draft.parent.empty() && !at_.empty()) {
        draft.parent = at_;
        draft.flags.push_back(Flag::parent_derived);
    }
}

void CodexReader::reach(const std::string& id) {
    latest_ = id;
    at_ = id;
}

void CodexReader::enter_run(std::string run) {
    if (run != run_) {
        at_.clear();
    }
    run_ = std::move(run);
}

Result<void> CodexReader::add_note(EventDraft draft, std::uint64_t line, Batch& batch) {
    if (!at_.empty() || !draft.parent.empty()) {
        hang(draft);
        return add_held(std::move(draft), line, batch);
    }
    Note note;
    note.line = line;
    note.fields = TRY(std::move(draft.fields).take());
    draft.fields = {};
    note.draft = std::move(draft);
    notes_bytes_ += note.fields.size();
    notes_.push_back(std::move(note));
    if (notes_.size() >= notes_max || notes_bytes_ >= notes_bytes_max) {
        at_ = notes_.front().draft.id;  // No turn is that long in coming.
        return tell_notes(batch);
    }
    return {};
}

Result<void> CodexReader::tell_notes(Batch& batch) {
    if (notes_.empty() || at_.empty()) {
        return {};
    }
    std::vector<Note> notes = std::exchange(notes_, {});
    notes_bytes_ = 0;
    for (Note& note : notes) {
        if (note.draft.id != at_) {
            hang(note.draft);
        }
        Foreign(Json(note.fields)).leave(note.draft.fields, codex_name);
        note.draft.run = note.draft.run.empty() ? run_ : note.draft.run;
        TRY(add_draft(std::move(note.draft), note.line, batch));
    }
    return {};
}

}  // namespace hence
