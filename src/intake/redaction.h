// Redaction of what a process takes into a store: the key of the marks, and which texts are
// redacted.
//
// The key is a file beside the store that only its owner may read, made when the first secret is
// found. Without it a mark does not tell which secret it stood for; with another one, equal secrets
// would look different from then on, so the file is never replaced. A store in an engine keeps the
// key itself, for all servers before it. model/redact finds the secrets.
// Must never happen: a secret of a known form is in a batch after redact_batch, in an event or in a
// refused line or in the reason for its refusal.
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <utility>

#include "hence/result.h"
#include "hence/store.h"
#include "model/redact/redactor.h"

namespace hence {

// What is redacted where nobody asked for anything else.
struct RedactPolicy {
    bool foreign = true;  // Transcripts of other programs, and telemetry.
    bool native = false;  // Events that are sent as such: their sender knows what is in them.
};

class Redaction {
public:
    Redaction() = default;  // The key is gone with this object.
    explicit Redaction(std::filesystem::path directory) : directory_(std::move(directory)) {}
    Redaction(const Redaction&) = delete;
    Redaction& operator=(const Redaction&) = delete;

    const RedactPolicy& policy() const { return policy_; }
    // Both before anything is taken in.
    void set_policy(const RedactPolicy& policy) { policy_ = policy; }
    void keep_key_in(std::filesystem::path directory) { directory_ = std::move(directory); }
    // A store may keep the key itself. It must outlive this.
    void keep_key_with(const Store& store) { store_ = &store; }

    // Reads the key, or makes it. Fails with io when that cannot be done, and with corrupt when the
    // file is no key. May be called from many threads.
    Result<RedactKey> key();

private:
    std::filesystem::path directory_;  // Empty: the key is kept in no file.
    const Store* store_ = nullptr;
    RedactPolicy policy_;
    std::mutex mutex_;
    std::optional<RedactKey> key_;
};

// Redacts the events and the refused lines of a batch, and returns how many secrets there were. An
// event that breaks a rule without its secrets is refused. Fails as Redaction::key does.
Result<std::uint64_t> redact_batch(Batch& batch, const Redactor& redactor, Redaction& redaction);
// The same for the refused lines alone.
Result<std::uint64_t> redact_refused(Batch& batch, const Redactor& redactor, Redaction& redaction);
// Closes the marks that another process left open in a batch; returns how many there were.
Result<std::uint64_t> close_batch(Batch& batch, Redaction& redaction);

// An event whose secrets were stored before somebody looked for them is no other one: the stored
// one takes the place of the one in the batch, and counts as a duplicate.
Result<void> take_stored_twins(const Store& store, const Redactor& redactor, Batch& batch);

}  // namespace hence
