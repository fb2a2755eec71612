// Says what the record of a thread lacks: links that lead nowhere, and steps that nobody recorded.
//
// A thread is a session, or everything of one correlation, in whatever session. Gaps are found by
// rules over the log; docs/answers/gaps.md has them all. A gap is a question and not an error: the
// answer names the event and the rule, and changes nothing. It also says how many places each rule
// was applied to: a rule that found nothing where there was nothing to look at proves nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// How far a rule could be applied.
struct RuleCheck {
    std::string rule;           // As in Gap::rule; lists of Completeness go by their own names.
    std::uint64_t checked = 0;  // The places that it applied to.
    std::uint64_t found = 0;    // Those of them that lack something.
    std::string note = {};      // What was not checked, and why; never empty when nothing was.
    bool operator==(const RuleCheck&) const = default;
};

struct Gaps {
    std::string id;  // The whole name.
    ThreadScope scope = ThreadScope::session;
    Completeness completeness;
    std::vector<RuleCheck> rules = {};  // Every rule, in the order of docs/answers/gaps.md.
    std::uint64_t quarantined = 0;      // Rows of the whole store that are no part of the record.
};

// Fails with not_found when there is neither such a session nor such a correlation (or not the one
// that was asked for), and with invalid when the name is ambiguous.
Result<Gaps> gaps(const Store& store, const GapsRequest& request);

// {"id","scope","completeness","rules":[{"rule","checked","found","note"}]}
Result<void> write_json(const Gaps& answer, const Store& store, const Sink& sink);
// A checklist: under each rule that found something what to do about it and one line a finding,
// then the rules that found nothing: "[x]" where something was checked, "[-]" where nothing could
// be. The last line counts what is kept in quarantine, if anything is.
Result<void> write_text(const Gaps& answer, const Store& store, const Sink& sink);

}  // namespace hence
