// What was refused, why, and the bytes as they came. Nothing that arrives is lost silently: an
// event that breaks a rule, or conflicts with one that is stored, is kept here, and can be mended
// and recorded again.
#pragma once

#include <cstdint>

#include "hence/result.h"
#include "hence/sink.h"
#include "hence/store.h"

namespace [[gnu::visibility("default")]] hence {

// All rows, oldest first: a JSON list of {"n","source","line","reason","size","count"}, or a table.
Result<void> write_quarantine_json(const Store& store, const Sink& sink);
Result<void> write_quarantine_text(const Store& store, const Sink& sink);

// One row. JSON adds "sha256" and "bytes" (base64); text is the bytes alone, as they came, so that
// they can be mended and recorded again. Fails with not_found.
Result<void> write_quarantined_json(const Store& store, std::uint64_t n, const Sink& sink);
Result<void> write_quarantined_text(const Store& store, std::uint64_t n, const Sink& sink);

}  // namespace hence
