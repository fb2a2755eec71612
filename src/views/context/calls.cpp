// Pairs each tool call with the observation that it returned.
//
// Calls and observations are sorted by what they must share, and then paired group by group: first
// call_id within the same strand, because runs often count their calls alike ("call_1"), then
// call_id within the session, then the parent that an observation names. No observation is given to
// two calls.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "views/context/turns.h"

namespace hence {
namespace {

constexpr std::uint32_t none = ContextLog::none;

struct Sides {
    std::vector<std::uint32_t> calls;  // Both in order, and not paired yet.
    std::vector<std::uint32_t> ends;
};

struct Side {
    std::uint64_t key;  // What calls and ends must share.
    std::uint32_t node;
    bool call;  // Or an end.
};

class Pairs {
public:
    explicit Pairs(const ContextLog& log)
        : log_(log), results_(log.size(), none), taken_(log.size(), false) {}

    template <class KeyOf>
    void pair_by(KeyOf key_of) {
        std::vector<Side> all;
        for (std::uint32_t node = 0; node < log_.size(); ++node) {
            if (log_.call(node) == none || !log_.shown(node)) {
                continue;
            }
            const bool call = log_.fact(node).part == ContextPart::tool_call;
            if (call ? results_[node] == none : !taken_[node]) {
                all.push_back({key_of(node), node, call});
            }
        }
        std::ranges::sort(all, {}, [](const Side& side) { return std::pair(side.key, side.node); });
        for (std::size_t i = 0; i < all.size();) {
            Sides both;
            const std::uint64_t key = all[i].key;
            for (; i < all.size() && all[i].key == key; ++i) {
                (all[i].call ? both.calls : both.ends).push_back(all[i].node);
            }
            pair(both);
        }
    }

    void pair_by_parent(const std::vector<std::uint32_t>& all_above) {
        for (std::uint32_t node = 0; node < log_.size(); ++node) {
            if (log_.fact(node).part != ContextPart::observation || taken_[node]) {
                continue;
            }
            const std::uint32_t above = all_above[node];
            if (above != none && log_.fact(above).part == ContextPart::tool_call &&
                results_[above] == none && may_return(above, node)) {
                give(above, node);
            }
        }
    }

    std::vector<std::uint32_t> take() && { return std::move(results_); }

private:
    // Numbers are in the order of events within a session.
    void pair(const Sides& sides) {
        std::vector<std::uint32_t> passed;  // Ends before the call, the last on top.
        std::vector<std::uint32_t> late;    // Calls behind the last end.
        std::size_t at = 0;
        for (const std::uint32_t call : sides.calls) {
            for (; at < sides.ends.size() && sides.ends[at] < call; ++at) {
                passed.push_back(sides.ends[at]);
            }
            if (at < sides.ends.size()) {
                give(call, sides.ends[at++]);
            } else {
                late.push_back(call);
            }
        }
        for (const std::uint32_t call : late) {
            if (passed.empty()) {
                break;
            }
            give(call, passed.back());
            passed.pop_back();
        }
    }

    // Both name a call, and not the same one: then the parent says something else.
    bool may_return(std::uint32_t call, std::uint32_t end) const {
        return log_.call(call) == none || log_.call(end) == none;
    }

    void give(std::uint32_t call, std::uint32_t end) {
        results_[call] = end;
        taken_[end] = true;
    }

    const ContextLog& log_;
    std::vector<std::uint32_t> results_;
    std::vector<bool> taken_;
};

}  // namespace

std::vector<std::uint32_t> pair_context_calls(const ContextLog& log,
                                              const std::vector<std::uint32_t>& above) {
    Pairs pairs(log);
    pairs.pair_by([&](std::uint32_t node) {
        return std::uint64_t{log.strand_of(node)} << 32 | log.call(node);
    });
    pairs.pair_by([&](std::uint32_t node) { return std::uint64_t{log.call(node)}; });
    pairs.pair_by_parent(above);
    return std::move(pairs).take();
}

}  // namespace hence
