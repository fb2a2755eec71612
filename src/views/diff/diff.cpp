// Two runs compared step by step. Steps are matched by the longest common subsequence of their
// symbols; in each stretch between two matches, steps of one sort are matched again, as changed;
// the rest was removed or added. Matching by position would call everything behind one extra step
// different.
#include "hence/diff.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/try.h"
#include "hence/store.h"
#include "views/diff/lcs.h"
#include "views/diff/steps.h"
#include "views/find/resolve.h"

namespace hence {
namespace {

// A stretch of each side without a common step.
struct Stretch {
    std::uint32_t a_begin;
    std::uint32_t a_end;
    std::uint32_t b_begin;
    std::uint32_t b_end;
};

class Editor {
public:
    Editor(const RunSteps& a, const RunSteps& b) : a_(a), b_(b) {}

    std::vector<DiffEdit> edits() {
        const std::vector<std::uint32_t> matches = common_subsequence(a_.steps, b_.steps);
        Stretch stretch{0, 0, 0, 0};
        for (std::uint32_t i = 0; i < matches.size(); ++i) {
            if (matches[i] == unmatched) {
                continue;
            }
            stretch.a_end = i;
            stretch.b_end = matches[i];
            add(stretch);
            edits_.push_back({DiffOp::same, i, matches[i]});
            stretch = {i + 1, i + 1, matches[i] + 1, matches[i] + 1};
        }
        stretch.a_end = static_cast<std::uint32_t>(a_.steps.size());
        stretch.b_end = static_cast<std::uint32_t>(b_.steps.size());
        add(stretch);
        return std::move(edits_);
    }

private:
    // Within a stretch, steps of one sort are the same step done differently.
    void add(const Stretch& stretch) {
        const std::span<const std::uint32_t> a(a_.sorts);
        const std::span<const std::uint32_t> b(b_.sorts);
        const std::vector<std::uint32_t> changed =
            common_subsequence(a.subspan(stretch.a_begin, stretch.a_end - stretch.a_begin),
                               b.subspan(stretch.b_begin, stretch.b_end - stretch.b_begin));
        std::uint32_t b_next = stretch.b_begin;
        std::uint32_t a_next = stretch.a_begin;
        for (std::uint32_t i = 0; i < changed.size(); ++i) {
            if (changed[i] == unmatched) {
                continue;
            }
            const std::uint32_t a_place = stretch.a_begin + i;
            const std::uint32_t b_place = stretch.b_begin + changed[i];
            add_one_sided({a_next, a_place, b_next, b_place});
            edits_.push_back({DiffOp::changed, a_place, b_place});
            a_next = a_place + 1;
            b_next = b_place + 1;
        }
        add_one_sided({a_next, stretch.a_end, b_next, stretch.b_end});
    }

    void add_one_sided(const Stretch& stretch) {
        for (std::uint32_t i = stretch.a_begin; i < stretch.a_end; ++i) {
            edits_.push_back({DiffOp::removed, i, std::nullopt});
        }
        for (std::uint32_t i = stretch.b_begin; i < stretch.b_end; ++i) {
            edits_.push_back({DiffOp::added, std::nullopt, i});
        }
    }

    const RunSteps& a_;
    const RunSteps& b_;
    std::vector<DiffEdit> edits_;
};

// Whether a session was meant, and not a run of it.
bool is_whole(const RunName& name) {
    return name.of_session || name.run == name.session;
}

}  // namespace

std::string_view to_string(DiffOp op) {
    switch (op) {
        case DiffOp::same: return "same";
        case DiffOp::added: return "added";
        case DiffOp::removed: return "removed";
        case DiffOp::changed: return "changed";
    }
    return "";
}

std::optional<std::size_t> Diff::first_divergence() const {
    const auto at =
        std::ranges::find_if(edits, [](const DiffEdit& edit) { return edit.op != DiffOp::same; });
    return at == edits.end() ? std::nullopt
                             : std::optional(static_cast<std::size_t>(at - edits.begin()));
}

Result<Diff> diff(const Store& store, const DiffRequest& request) {
    RunName a_name = TRY(resolve_run(store, {.run = request.a, .session = request.session_a}));
    RunName b_name = TRY(resolve_run(store, {.run = request.b, .session = request.session_b}));
    Symbols symbols;
    Sessions sessions(store);
    const bool related = TRY(share_events(sessions, a_name.session, b_name.session));
    if (related && is_whole(a_name) && is_whole(b_name)) {
        DiffShared shared;
        RunSteps a = TRY(steps_apart(sessions, a_name.session, b_name.session, symbols, shared));
        RunSteps b = TRY(steps_apart(sessions, b_name.session, a_name.session, symbols, shared));
        std::vector<DiffEdit> edits = Editor(a, b).edits();
        return Diff{std::move(a.side), std::move(b.side), std::move(edits), std::move(shared)};
    }
    RunSteps a = TRY(steps_of(store, std::move(a_name), symbols));
    RunSteps b = TRY(steps_of(store, std::move(b_name), symbols));
    std::vector<DiffEdit> edits = Editor(a, b).edits();
    return Diff{std::move(a.side), std::move(b.side), std::move(edits)};
}

}  // namespace hence
