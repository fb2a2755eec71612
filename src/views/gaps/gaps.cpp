// What the record of a session or a correlation lacks. The rules are in the other files of this
// folder; this file finds the thread that is meant and writes the answer.
#include "hence/gaps.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/store.h"
#include "model/text.h"
#include "views/find/known_otherwise.h"
#include "views/find/resolve.h"
#include "views/gaps/check.h"
#include "views/gaps/list.h"
#include "views/write/pieces.h"

namespace hence {
namespace {

Space space_of(ThreadScope scope) {
    return scope == ThreadScope::session ? Space::session : Space::correlation;
}

Result<bool> exists(const Store& store, ThreadScope scope, const std::string& id) {
    const std::optional<Summary> row = TRY(store.summary(space_of(scope), id));
    return row.has_value() && !id.empty();
}

// Lines that were refused are kept, and belong to no thread.
Result<std::uint64_t> rows_in_quarantine(const Store& store) {
    constexpr std::size_t rows_per_read = 1'000;
    std::uint64_t count = 0;
    std::uint64_t after = 0;
    while (true) {
        const std::vector<QuarantineRow> rows = TRY(store.quarantine(after, rows_per_read));
        if (rows.empty()) {
            return count;
        }
        count += rows.size();
        after = rows.back().n;
    }
}

}  // namespace

std::string_view to_string(ThreadScope scope) {
    return scope == ThreadScope::session ? "session" : "correlation";
}

// A whole name comes before a shortened one, and a session before a correlation.
Result<Thread> find_thread(const Store& store, const GapsRequest& request) {
    constexpr std::array scopes{ThreadScope::session, ThreadScope::correlation};
    if (request.scope) {
        std::string id = TRY(resolve_name(store, space_of(*request.scope), request.id));
        return Thread{*request.scope, std::move(id)};
    }
    for (const ThreadScope scope : scopes) {
        const bool whole = TRY(exists(store, scope, request.id));
        if (whole) {
            return Thread{scope, request.id};
        }
    }
    for (const ThreadScope scope : scopes) {
        Result<std::string> id = resolve_name(store, space_of(scope), request.id);
        if (id) {
            return Thread{scope, std::move(id).take()};
        }
        if (id.error().code != Code::not_found) {
            return id.error();
        }
    }
    const std::string otherwise =
        known_otherwise(store, std::array{Space::session, Space::correlation}, request.id);
    return Error{
        Code::not_found,
        fmt::format("neither a session nor a correlation \"{}\" was ever recorded",
                    printable(request.id)),
        otherwise.empty() ? "`hence sessions` and `hence correlations` list what was" : otherwise};
}

Result<Gaps> gaps(const Store& store, const GapsRequest& request) {
    Thread thread = TRY(find_thread(store, request));
    thread.with_causes = true;
    ThreadFindings findings = TRY(check_thread(store, thread));
    const std::uint64_t quarantined = TRY(rows_in_quarantine(store));
    return Gaps{std::move(thread.id), thread.scope, std::move(findings.completeness),
                std::move(findings.rules), quarantined};
}

Result<void> write_json(const Gaps& answer, const Store&, const Sink& sink) {
    Pieces pieces(sink);
    pieces.json.begin_object().member("id", answer.id).member("scope", to_string(answer.scope));
    answer.completeness.append_json(pieces.json.key("completeness").text());
    TRY(pieces.list("rules", answer.rules, [](JsonWriter& json, const RuleCheck& check) {
        json.begin_object().member("rule", check.rule).member("checked", check.checked);
        json.member("found", check.found).member("note", OrNull{check.note}).end_object();
    }));
    pieces.json.end_object().end_line();
    return pieces.finish();
}

}  // namespace hence
