// What `hence verify` is asked, and what it found.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "hence/result.h"
#include "hence/sink.h"
#include "store/integrity/checkpoints.h"
#include "store/integrity/note.h"

namespace hence {

struct VerifyRequest {
    std::filesystem::path path;
    std::string checkpoint;                // An older checkpoint, its bytes; empty: none.
    std::vector<NoteKey> keys = {};        // Whose signatures count. Empty: nobody's.
    bool keys_are_given = false;           // By the user, so that one of them must have signed.
    std::vector<NoteKey> witnesses = {};   // Whose cosignatures count.
    std::string authorities = {};          // A file of certificates that may sign time stamps.
    std::filesystem::path user_keys = {};  // With the master key of an encrypted store.
    bool in_use =
        false;  // Another process writes the store: its files are not looked at one by one.
};

struct VerifyReport {
    std::string what;  // "store", "export" or "proof".
    std::uint64_t events = 0;
    std::uint64_t erased = 0;
    std::uint64_t erased_announced = 0;  // Of these, by an `erasure` event.
    std::uint64_t checkpoints = 0;
    std::uint64_t signatures = 0;  // Of `checkpoints`, by a key that counts.
    std::uint64_t others = 0;      // Signed by keys that do not count.
    std::uint64_t verified_up_to =
        0;  // The last event that a checkpoint covers and that was right.
    std::int64_t verified_at_ms = 0;
    std::string key;             // That signed the newest checkpoint; empty: none that counts.
    std::uint64_t cosigned = 0;  // Signatures of witnesses that count.
    std::uint64_t cosigned_by_others = 0;
    std::uint64_t cosigned_up_to = 0;
    std::uint64_t stamped = 0;  // Time stamps that are right.
    std::uint64_t stamped_up_to = 0;
    std::int64_t stamped_at_ms = 0;  // Of the one that covers most.
    std::string authority;           // That made it.
    std::vector<std::string> notes;
    std::vector<std::string> differences;  // The first ones.
    std::uint64_t difference_count = 0;

    bool is_right() const { return difference_count == 0; }
    void differ(std::string what_differs);
};

// Checks one checkpoint whose root is `root` by the events: its root, and who signed it. The text
// is that of a note, or empty.
struct CheckedCheckpoint {
    TreeHead head;
    std::int64_t at_ms = 0;
    std::string text;
};
void check_checkpoint(const CheckedCheckpoint& checkpoint, const Hash& root,
                      const VerifyRequest& request, VerifyReport& report);
// An older checkpoint that the user brought. Fails with invalid when it is none.
Result<CheckpointText> older_checkpoint(const VerifyRequest& request, VerifyReport& report);

Result<void> write_json(const VerifyReport& report, const Sink& sink);
Result<void> write_text(const VerifyReport& report, const Sink& sink);

}  // namespace hence
