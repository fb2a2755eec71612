// Answers "what did the agent have before it when it did this": what its model was shown, how that
// differs from the time before, and what came in since.
//
// The answer stands between two model calls of the same agent in the same run: the latest one that
// is not behind the event, and the one before that. Where the model call recorded all its messages,
// the answer is exact. Elsewhere it is assembled from the session, and says so: what came in for
// the agent before the event, in order, each with its source. Nothing is made up, but the model may
// have been shown less than came in, or more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "hence/sink.h"
#include "hence/time.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

struct KnewRequest {
    std::string event = {};  // Its id, or an unambiguous beginning or end of it.
    // Bytes that the texts of all messages may take, and again those of all items; 0: any.
    std::uint64_t limit = 65'536;
    std::uint64_t items_max = 200;  // The newest; 0: all.
    std::string search = {};        // Only items that hold this text, in upper or lower case.
};

struct KnewMessage {
    std::size_t index = 0;  // In the list that it stands in, from 0.
    std::optional<std::string> role;
    std::string text;         // Cut to its share of the limit.
    std::uint64_t bytes = 0;  // Of the whole text.
    bool cut = false;
};

// What a model was shown, compared with what it was shown before.
struct KnewMessages {
    std::uint64_t total = 0;
    std::uint64_t kept = 0;   // With so many both lists begin, byte for byte.
    std::uint64_t bytes = 0;  // Of all messages, as JSON.
    std::uint64_t bytes_kept = 0;
    std::vector<KnewMessage> added;    // The others that it was shown,
    std::vector<KnewMessage> dropped;  // and those that it was shown before.
    // Whether anybody knows what it was shown before. If not, all of it is among `added`.
    bool compared = false;
};

struct KnewStep {
    std::string id;
    std::string kind;
    Time time;
    std::string when;  // For a person.
    std::string summary;
    std::string status;  // "ok", "error", or empty.
};

// Something that came in for the agent before the event.
struct KnewItem {
    std::string event;  // Where it is recorded.
    // "prompt", "task" (of a delegation), "message", "file" (that was read), "tool" (its result),
    // "observation"; "shown": a message of the model call.
    std::string source;
    std::string from;  // Who sent it, which file, which call, which key, which role; or empty.
    std::string tool;  // Of a file or a tool.
    Time time;
    std::string when;         // For a person.
    std::string text;         // Cut to its share of the limit.
    std::uint64_t bytes = 0;  // Of the whole text.
    bool cut = false;
    bool is_new = false;      // Since the agent's model call before the last one.
    bool after_call = false;  // Since the last one: the model had not been shown it.
};

struct Knew {
    Event event;
    // Of the event's agent in its run, where it names them, and else in its session: the latest
    // model call that is not behind it, which may be the event itself, and the one before that.
    std::optional<Event> model_call = {};
    std::optional<Event> previous = {};
    std::optional<KnewMessages> messages = {};  // Nothing: they were not recorded.
    // What happened between the previous model call and the event, in order; the newest 200.
    std::vector<KnewStep> steps = {};
    bool more = false;   // Others came before these.
    bool exact = false;  // The messages are all that the model was shown.
    // In order. Where the answer is exact, what came in after the model call, and when something is
    // looked for, the messages that hold it. Else all that came in: where that is too much, the
    // first and the newest.
    std::vector<KnewItem> items = {};
    std::uint64_t items_total = 0;
    std::uint64_t items_found = 0;  // Those that hold what is looked for.
    std::string search = {};
};

// Fails with not_found when no such event was recorded, and with invalid when the id is ambiguous.
Result<Knew> knew(const Store& store, const KnewRequest& request);

// {"event","agent","run","model_call","previous","recorded","exact","messages","search","items",
// "items_total","items_found","steps","more"}
Result<void> write_json(const Knew& answer, const Store& store, const Sink& sink);
// Exact: like a diff, = what was kept, - what is gone, + what is new, and what came in since. Else
// each item with its source and its first lines, + before what is new.
Result<void> write_text(const Knew& answer, const Store& store, const Sink& sink);

}  // namespace hence
