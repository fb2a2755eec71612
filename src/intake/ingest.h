// Takes a text of events into a store: read, checked, appended, and accounted for line by line.
//
// Text comes in this way, whether by HTTP, by the owner's socket or from a file; requests of OTLP
// have a door of their own (server/otlp). A text is appended in batches, each atomic; of a long
// native text, a second thread reads the next batches meanwhile. When an append fails, the batches
// before it stand; the caller sends the whole text again, and stored events count as duplicates.
// So no transaction over a whole text is needed. Must never happen: a line is neither accepted, nor
// a duplicate, nor quarantined, nor pending.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/common/native.h"
#include "hence/result.h"
#include "hence/store.h"
#include "intake/redaction.h"

namespace hence {

struct Mapping;

struct IngestOptions {
    std::string source = "http";       // Quarantine names it.
    std::string format = {};           // Empty: detected.
    // Reads the text instead of a format; null: none.
    std::shared_ptr<const Mapping> mapping = {};
    std::string session = {};          // For events that name none.
    std::uint64_t first_line = 1;      // The number of the text's first line.
    std::string idempotency_key = {};  // Makes a repeated text without ids count once.
    bool sync = true;                  // See Batch.
    bool live = false;                 // Somebody posts what just happened (ReadOptions::arrival).
    // Whether secrets are taken out; absent: as the policy of `redaction` says.
    std::optional<bool> redact = {};
    std::vector<std::string> redact_rules = {};  // Expressions, besides the forms that are known.
    Redaction* redaction = nullptr;              // Null: marks get a key that nobody keeps.
};

// A line that went to quarantine.
struct RefusedLine {
    std::string source;
    std::uint64_t line = 0;
    std::string reason;
};

// What became of a text. Adding two up gives the account of both.
struct Account {
    static constexpr std::size_t assigned_max = 1'000;
    static constexpr std::size_t refused_max = 20;
    static constexpr std::size_t notes_max = 20;

    std::uint64_t accepted = 0;
    std::uint64_t duplicates = 0;
    std::uint64_t quarantined = 0;
    std::uint64_t pending = 0;     // Held back until the rest of it comes.
    std::uint64_t unfinished = 0;  // Told as far as they go: their end had not come yet.
    std::uint64_t redacted = 0;    // Secrets that were replaced in what was read.
    // Of a recording of files: those of no known format, and how many of these the user named.
    std::uint64_t unknown_files = 0;
    std::uint64_t unknown_named = 0;
    std::uint64_t first_seq = 0;  // 0: nothing was accepted.
    std::uint64_t last_seq = 0;
    std::vector<Assigned> assigned = {};    // The first ones.
    std::vector<RefusedLine> refused = {};  // The first ones.
    std::vector<std::string> notes = {};    // On what was stored and has no effect; the first ones.
    std::uint64_t noted = 0;                // How many there are.
    // How many events the newest checkpoint covers, these among them; only where it was asked for.
    std::optional<std::uint64_t> checkpoint = {};

    void add(const Account& other);
    // {"accepted",...,"assigned"}; `detailed` adds "refused", and notes, if any, add "notes".
    void append_json(std::string& out, bool detailed = false) const;
    // "recorded 3 events (1 duplicate, 1 quarantined)", and a line for each note.
    std::string to_text() const;
};

// How many events of a batch are unfinished.
std::uint64_t unfinished_in(const Batch& batch);

// Reads what append_json wrote. Fails with corrupt.
Result<Account> account_from_json(std::string_view json);

// Appends in batches, each atomic. Fails with invalid for an unknown format, and as append does;
// what was appended before that stays, and coming again it counts as duplicate.
Result<Account> ingest(Store& store, std::string_view text, const IngestOptions& options);

// Tries what lies in quarantine once more. What the rules accept by now is stored and no longer
// listed; the rest stays as it is, and counts as quarantined.
Result<Account> retry_quarantined(Store& store);

}  // namespace hence
