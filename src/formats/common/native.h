// Reads Hence events: one JSON object per line, a JSON array of such objects, or one object over
// several lines.
//
// This is the hot path of recording, so events view the text and are handed out in batches of up to
// 4,096 events or 4 MiB. A line that breaks a rule is refused with its reason, and the lines around
// it stand. An event without an id gets one: a new one, or with an idempotency key one that is
// derived from the key, the line number and the line, so that a retried request needs no memory of
// the first. The text must outlive the reader and the batches.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "hence/store.h"

namespace hence {

// An id that an event came without.
struct Assigned {
    std::uint64_t line = 0;
    std::string id;
};

struct NativeOptions {
    std::string source = {};           // Where the text came from, should a line be refused.
    std::string session = {};          // For events that name none.
    std::uint64_t first_line = 1;      // The number of the first line of the text.
    std::string idempotency_key = {};  // If given, assigned ids depend on it and the line alone.
};

// Hands out a text in batches. A line that breaks a rule is among the refused of its batch, with
// the reason; those around it are unaffected. Blank lines are skipped, and counted.
class NativeReader {
public:
    static constexpr std::size_t batch_events_max = 4'096;
    static constexpr std::size_t batch_bytes_max = 4 << 20;

    // The text must outlive the reader and the batches.
    NativeReader(std::string_view text, NativeOptions options);

    // Adds what comes next to `batch`, and the ids it assigned to `assigned`. False at the end.
    bool next(Batch& batch, std::vector<Assigned>& assigned);

private:
    std::optional<std::string_view> next_line();
    void add(std::string_view line, Batch& batch, std::vector<Assigned>& assigned) const;
    Result<Event> complete(Event event, std::vector<Assigned>& assigned,
                           std::string_view line) const;

    NativeOptions options_;
    std::string_view rest_;
    std::uint64_t line_ = 0;  // Of what next_line returned last.
    std::string document_;    // The text less white space, if it is one JSON document;
    std::vector<std::string_view> elements_;  // the elements of that array, or that one event,
    std::size_t element_ = 0;                 // and which of them is next.
    bool is_document_ = false;
};

}  // namespace hence
