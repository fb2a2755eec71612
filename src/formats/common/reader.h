// Turns a text of one format into events, part by part.
//
// A file may be read while it grows, in parts of any size, and again from its beginning after it
// changed. So a reader must keep two promises. The events do not depend on where the text was cut.
// And each event has an id that depends on its record alone (its own id, or derived_id of what it
// says), so that a second reading adds only duplicates. A record that is not complete yet is held
// back. At the end of the text it is told as far as it goes, flagged as unfinished; the store lets
// the same record complete it later (model/repeat.h).
// A reader never fails as a whole. A record that cannot be read is refused with its line, its bytes
// and the reason, and the records around it stand. One thread at a time, one reader for each text.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/store.h"
#include "hence/time.h"

namespace hence {

// Reads one text, which may come in parts. The events that it gives do not depend on how the text
// was cut, and each has an id that depends on its record alone: read again, it adds nothing.
class Reader {
public:
    virtual ~Reader() = default;

    // Takes the next whole lines, the first of which has the number `line`; what is one JSON
    // document comes whole. Adds the events that are final, and what could not be read with the
    // reason. Neither refers to the text.
    virtual void take(std::string_view text, std::uint64_t line, Batch& batch) = 0;

    // The text has ended. Adds what could only be told now, and returns how many records are
    // unfinished and held back.
    virtual std::uint64_t finish(Batch& batch) = 0;

    // Adds what has begun and is not final, as far as it goes, flagged as unfinished. May be asked
    // at any time, and changes nothing: the same records come again, with the same ids, once they
    // are final. finish() does the same at the end.
    virtual void unfinished(Batch& /*batch*/) {}

    // Of the events given since this was last asked, the ids of those whose record may stand in
    // another text as well, in other words: where such an id is known, the event is a duplicate.
    virtual std::vector<std::string> copies() { return {}; }
};

struct ReadOptions {
    std::string source = {};  // Where the text came from, should a line be refused.
    // The text of another file in the same place, by its name; nothing when there is none.
    std::function<std::optional<std::string>(const std::string& name)> beside = {};
    // When a live sender posted the text. A record without a time then happened at this time, and
    // two equal records are two; a post that is sent again has the same key, and counts once.
    struct Arrival {
        Time time = {};
        std::string key = {};  // Empty: none was sent.
    };
    std::optional<Arrival> arrival = {};
};

}  // namespace hence
