// Says what the record of a thread lacks: links that lead nowhere, and steps that nobody recorded.
//
// A thread is a session, or everything of one correlation, in whatever session. Gaps are found by
// rules over the log; docs/answers/gaps.md has them all. A gap is a question and not an error: the
// answer names the event and the rule, and changes nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hence/completeness.h"
#include "hence/result.h"
#include "hence/sink.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

enum class ThreadScope : std::uint8_t { session, correlation };
std::string_view to_string(ThreadScope scope);

struct GapsRequest {
    // A session or a correlation: its name, or an unambiguous beginning or end of it.
    std::string id;
    std::optional<ThreadScope> scope = {};  // Unless given, a session of that name comes first.
};

struct Gaps {
    std::string id;  // The whole name.
    ThreadScope scope = ThreadScope::session;
    Completeness completeness;
};

// Fails with not_found when there is neither such a session nor such a correlation (or not the one
// that was asked for), and with invalid when the name is ambiguous.
Result<Gaps> gaps(const Store& store, const GapsRequest& request);

// {"id","scope","completeness"}
Result<void> write_json(const Gaps& answer, const Store& store, const Sink& sink);
// A checklist: under each rule that found something what to do about it and one line a finding,
// then the rules that found nothing.
Result<void> write_text(const Gaps& answer, const Store& store, const Sink& sink);

}  // namespace hence
