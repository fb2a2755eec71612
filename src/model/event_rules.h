// The rules of an event that concern what a value says, besides its JSON: sizes, the spelling of a
// kind, the members of a rationale and of an outcome.
//
// Event::parse applies these rules, and every door parses with it, so that no door takes an event
// which another refuses. A reason that is longer than recommended is kept whole, and the event is
// flagged.
#pragma once

#include <cstddef>
#include <string_view>

#include "hence/result.h"

namespace hence {

// The size of an event's JSON, without the keys that the store adds.
inline constexpr std::size_t event_size_max = std::size_t{16} * 1024 * 1024;
// How much longer a line may be that carries what the store added.
inline constexpr std::size_t event_store_keys_size_max = std::size_t{64} * 1024;

inline constexpr std::size_t id_size_max = 256;     // id, parent, each cause, outcome.of
inline constexpr std::size_t name_size_max = 1024;  // agent, session, run, correlation
inline constexpr std::size_t source_size_max = 256;

// In UTF-16 units. Longer text is kept, and the event flagged.
inline constexpr std::size_t why_length_max = 280;
inline constexpr std::size_t rejected_because_length_max = 160;

// [a-z][a-z0-9_]{0,63}
bool is_kind(std::string_view text);

// Fails with invalid unless `text` has 1 to `size_max` bytes; `key` is named.
Result<void> check_size(std::string_view key, std::string_view text, std::size_t size_max);

enum class RationaleLength { as_published, too_long };

// Checks a valid JSON value against the rules of a rationale.
Result<RationaleLength> check_rationale(std::string_view json);

// A rationale whose alternatives say `rejectedBecause`, as Reactive Agents publishes it, in our
// spelling; empty for one that is spelled as ours already. So an event is stored in one spelling,
// and what is exported can be recorded again.
std::string respelled_rationale(std::string_view json);

// Checks the fields of an outcome; empty: it has none.
Result<void> check_outcome(std::string_view fields);

// "a number", "a list": what a JSON value is, for messages.
std::string_view type_of(std::string_view json);

}  // namespace hence
