#include "store/memory/summaries.h"

#include <tuple>

namespace hence {

bool is_like(std::string_view name, std::string_view part) {
    return name.starts_with(part) || name.ends_with(part);
}

bool MemorySummaries::NewestFirst::operator()(const Summary* a, const Summary* b) const {
    if (a->first != b->first) {
        return a->first > b->first;
    }
    return std::tie(a->id, a->session) < std::tie(b->id, b->session);
}

void MemorySummaries::count(const Event& stored) {
    const SummaryPart part = summarize(stored);
    const std::string session(stored.session());
    const std::string run(stored.run());
    add(Space::session, {session, ""}, part);
    add(Space::run, {run, session}, part);
    add(Space::agent, {std::string(stored.agent()), ""}, part);
    add(Space::correlation, {std::string(stored.correlation()), ""}, part);
    if (session.empty()) {
        add(Space::loose_run, {run, ""}, part);
    } else if (!run.empty()) {
        runs_[session].insert(run);
    }
}

void MemorySummaries::add(Space space, Name name, const SummaryPart& part) {
    if (name.first.empty()) {
        return;
    }
    Table& table = tables_[space];
    const auto [at, fresh] = table.rows.try_emplace(std::move(name));
    Row& row = at->second;
    Summary& summary = row.summary;
    // `newest` is ordered by what changes here, so that the row must leave it first.
    if (fresh) {
        summary = part.summary;
        summary.id = at->first.first;
        summary.session = at->first.second;
    } else {
        table.newest.erase(&summary);
        summary.add(part.summary);
    }
    if (part.failed_call &&
        (part.failed_call_key.empty() || ++row.failed_calls[part.failed_call_key] == 1)) {
        ++summary.errors;
    }
    table.newest.insert(&summary);
}

void MemorySummaries::take_back(const Event& stored) {
    const SummaryPart part = summarize(stored);
    Summary counted = part.summary;
    counted.errors += part.failed_call && part.failed_call_key.empty() ? 1 : 0;
    const std::string call = part.failed_call ? part.failed_call_key : std::string();
    const std::string session(stored.session());
    const std::string run(stored.run());
    take_back(Space::session, {session, ""}, counted, call);
    take_back(Space::run, {run, session}, counted, call);
    take_back(Space::agent, {std::string(stored.agent()), ""}, counted, call);
    take_back(Space::correlation, {std::string(stored.correlation()), ""}, counted, call);
    if (session.empty()) {
        take_back(Space::loose_run, {run, ""}, counted, call);
    }
}

// A row of which everything is taken back is gone.
void MemorySummaries::take_back(Space space, const Name& name, const Summary& counted,
                                const std::string& failed_call) {
    Table& table = tables_[space];
    const auto at = table.rows.find(name);
    if (at == table.rows.end()) {
        return;
    }
    Summary& summary = at->second.summary;
    summary.take_back(counted);
    summary.forget_taken_back();
    // A call may be told by two events that both say it failed, and is one failure.
    const auto failed = at->second.failed_calls.find(failed_call);
    if (failed != at->second.failed_calls.end() && --failed->second == 0) {
        --summary.errors;
        at->second.failed_calls.erase(failed);
    }
    if (summary.events == 0) {
        table.newest.erase(&summary);
        table.rows.erase(at);
    }
}

const MemorySummaries::Table* MemorySummaries::table(Space space) const {
    const auto at = tables_.find(space);
    return at == tables_.end() ? nullptr : &at->second;
}

std::vector<Summary> MemorySummaries::list(Space space, const Summary* after,
                                           std::size_t limit) const {
    std::vector<Summary> rows;
    const Table* const there = table(space);
    if (there == nullptr) {
        return rows;
    }
    auto at = after == nullptr ? there->newest.begin() : there->newest.upper_bound(after);
    for (; at != there->newest.end() && rows.size() < limit; ++at) {
        rows.push_back(**at);
    }
    return rows;
}

std::optional<Summary> MemorySummaries::find(Space space, std::string_view id,
                                             std::string_view session) const {
    const Table* const there = table(space);
    if (there == nullptr) {
        return std::nullopt;
    }
    const auto at = there->rows.find({std::string(id), std::string(session)});
    if (at == there->rows.end()) {
        return std::nullopt;
    }
    return at->second.summary;
}

std::vector<Summary> MemorySummaries::rows_of_run(std::string_view run) const {
    std::vector<Summary> rows;
    const Table* const there = table(Space::run);
    if (there == nullptr) {
        return rows;
    }
    for (auto at = there->rows.lower_bound({std::string(run), ""});
         at != there->rows.end() && at->first.first == run; ++at) {
        rows.push_back(at->second.summary);
    }
    return rows;
}

std::vector<std::string> MemorySummaries::runs_of(std::string_view session) const {
    const auto at = runs_.find(session);
    return at == runs_.end() ? std::vector<std::string>()
                             : std::vector<std::string>(at->second.begin(), at->second.end());
}

std::vector<std::string> MemorySummaries::names_like(Space space, std::string_view part,
                                                     std::size_t limit) const {
    std::vector<std::string> names;
    const Table* const there = table(space);
    if (there == nullptr) {
        return names;
    }
    for (const auto& [name, row] : there->rows) {
        if (names.size() == limit) {
            break;
        }
        // Rows of one run in several sessions stand side by side.
        if (is_like(name.first, part) && (names.empty() || names.back() != name.first)) {
            names.push_back(name.first);
        }
    }
    return names;
}

}  // namespace hence
