// Which notes are about some events. Notes are written by people, so there are few: reading all of
// them takes less than looking for them below each event, which may have a million children.
#include <memory>
#include <string_view>

#include "base/by_text.h"
#include "base/try.h"
#include "hence/note.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/kinds.h"

namespace hence {

Result<std::vector<Event>> notes_about(const Store& store, const std::vector<std::string>& events) {
    std::vector<Event> found;
    const TextViews wanted(events.begin(), events.end());
    const std::unique_ptr<Cursor> notes =
        TRY(store.scan({Space::kind, std::string(name_of(Kind::note))}));
    for (std::optional<Event> note = TRY(notes->next()); note;) {
        if (wanted.contains(text_field(*note, "of"))) {
            found.push_back(std::move(*note));
        }
        note = TRY(notes->next());
    }
    return found;
}

}  // namespace hence
