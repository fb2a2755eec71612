// Takes secrets out of texts and events before they are stored or shown.
//
// In place of a secret stands a mark, [redacted KIND 4f2a]. The four digits come from a hash of the
// secret under a key, so that equal secrets look equal and nobody without the key can try out
// guesses. The key lies beside the store and in no event. A process that reads a transcript may
// have no key, because the store is on another machine: it leaves open marks, which hold the whole
// hash of the secret, and the process that stores the events closes them. So the secret itself
// never leaves the process that read it.
// Must never happen: a text that was redacted still has a secret of a known form.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "hence/event.h"
#include "hence/result.h"
#include "model/redact/rule.h"

namespace hence {

// Nobody learns it from a mark: of the hash under it, four digits are shown.
using RedactKey = Hash;

class Redactor {
public:
    Redactor() = default;  // Knows the forms of the table (forms.h).
    explicit Redactor(std::vector<RedactRule> rules) : rules_(std::move(rules)) {}

    // Puts an open mark in place of each secret, and returns how many there were. The text may be
    // any bytes; JSON stays JSON.
    std::size_t redact(std::string& text) const;
    // The same for all texts of an event, which is then flagged. Fails with invalid when the event
    // breaks a rule without its secrets, such as an id that has become too long; `event` is then
    // what it was.
    Result<std::size_t> redact(Event& event) const;

    // Tells of each secret: where it stands, and of which kind it is.
    void find(std::string_view text,
              const std::function<void(SecretSpan span, std::string_view kind)>& tell) const;

private:
    std::vector<RedactRule> rules_;
};

// Reads expressions as rules. Fails as RedactRule::parse does.
Result<Redactor> redactor_with(std::span<const std::string> expressions);

// Closes the open marks of a text; returns how many there were.
std::size_t close_marks(std::string& text, const RedactKey& key);
// The same for an event. Fails as redact does.
Result<std::size_t> close_marks(Event& event, const RedactKey& key);

// Whether two events say the same once both are redacted, whatever the key of their marks was. An
// event that was stored before its secrets were looked for is not another one.
bool same_when_redacted(const Event& a, const Event& b, const Redactor& redactor);

}  // namespace hence
