// A session as a tree: reads the session once, hangs each event below its parent, and lays the
// result out depth first.
//
// An event whose parent has not been met yet waits until the session is read. A parent that is not
// in the session is looked up in the store: one that exists elsewhere makes its child a root, and
// one that was never recorded is reported as missing. With delegations, the events of a child are
// brought in below the delegation, from any session; no event appears twice. A long session keeps
// only numbers, and its events are read again while the tree is written.
#include "hence/tree.h"

#include <optional>
#include <string_view>
#include <utility>

#include "base/try.h"
#include "hence/store.h"
#include "model/erased.h"
#include "model/kinds.h"
#include "views/cause/call.h"
#include "views/cause/delegations.h"
#include "views/cause/refs.h"
#include "views/find/resolve.h"
#include "views/find/session_events.h"
#include "views/find/text_numbers.h"
#include "views/tree/awaited_parents.h"
#include "views/tree/forest.h"
#include "views/tree/turn_rows.h"

namespace hence {
namespace {

// Up to here a tree keeps its events; beyond, it reads them again when it is written.
constexpr std::size_t events_kept_max = 50'000;
// With so many events kept, it is worth asking whether the session has too many to keep.
constexpr std::size_t events_worth_asking = 2'048;

class Planter {
public:
    Planter(const Store& store, const TreeRequest& request)
        : store_(store), request_(request), sessions_(store), work_(store, sessions_) {}

    Result<Tree> grow(std::string session) {
        tree_.session = std::move(session);
        tree_.flat = request_.flat;
        tree_.steps = request_.steps;
        TRY(read_session());
        TRY(settle_parents());
        tree_.completeness.cycles = forest_.cut_cycles();
        if (request_.delegations) {
            TRY(follow_delegations());
        }
        const std::vector<std::uint32_t> order = forest_.lay_out(tree_);
        for (std::size_t i = 0; i < order.size(); ++i) {
            TreeNode& node = tree_.nodes[i];
            node.ordinal = order[i];
            node.agent = agents_of_[order[i]];
            node.opens_turn = opens_turn_[order[i]];
        }
        if (events_.size() == order.size()) {
            tree_.events.reserve(order.size());
            for (const std::uint32_t node : order) {
                tree_.events.push_back(std::move(events_[node]));
            }
        }
        return std::move(tree_);
    }

private:
    struct Delegation {
        std::uint32_t node;
        Event event;
    };

    Result<void> read_session();
    Result<void> keep_no_long_session();
    Result<void> settle_parents();
    Result<void> follow_delegations();
    Result<void> hang_child(Event root, std::uint32_t below);
    Result<void> bring_in(Event root, std::uint32_t below);
    std::uint32_t add(const Event& event);

    const Store& store_;
    const TreeRequest& request_;
    Sessions sessions_;
    Forest forest_;
    std::vector<Event> events_;  // By node, while there are few.
    bool keeps_events_ = true;
    TextNumbers agents_;
    std::vector<std::uint32_t> agents_of_;  // By node.
    std::vector<bool> opens_turn_;          // By node.
    AwaitedParents parents_;
    std::vector<Delegation> delegations_;
    DelegatedWork work_;
    Tree tree_;
};

std::uint32_t Planter::add(const Event& event) {
    const std::uint32_t node = forest_.add(event);
    agents_of_.push_back(agents_.number_of(event.agent()));
    opens_turn_.push_back(opens_turn(event.kind()));
    if (node == events_kept_max) {
        keeps_events_ = false;
        events_ = {};
    } else if (keeps_events_) {
        events_.push_back(event);
    }
    if (request_.delegations && event.kind() == Kind::delegation) {
        delegations_.push_back({node, event});
    }
    return node;
}

Result<void> Planter::read_session() {
    SessionRefs refs(store_);
    CallEnds ends;
    const auto cursor = TRY(sessions_.events(tree_.session, {}));
    std::optional<Event> event = TRY(cursor->next());
    while (event) {
        parents_.place(forest_, add(*event), *event);
        if (events_.size() == events_worth_asking) {
            TRY(keep_no_long_session());
        }
        TRY(refs.check(*event, tree_.completeness.unresolved_refs));
        tree_.completeness.erased += is_erased(*event) ? 1U : 0U;
        ends.see(*event);
        event = TRY(cursor->next());
    }
    tree_.call_ends = std::move(ends).take();
    return {};
}

// Events that are kept only to be dropped cost time and memory.
Result<void> Planter::keep_no_long_session() {
    const std::optional<Summary> row = TRY(store_.summary(Space::session, tree_.session));
    if (row && row->events > events_kept_max) {
        keeps_events_ = false;
        events_ = {};
    }
    return {};
}

Result<void> Planter::settle_parents() {
    const std::vector<Orphan> orphans = TRY(parents_.settle(forest_, store_));
    for (const Orphan& orphan : orphans) {
        tree_.completeness.missing_parents.push_back(
            {std::string(forest_.id(orphan.node)), orphan.parent});
    }
    return {};
}

// A child that is brought in may delegate in turn, so the list grows while it is walked.
Result<void> Planter::follow_delegations() {
    for (std::size_t i = 0; i < delegations_.size(); ++i) {
        const Delegation delegation = delegations_[i];
        std::optional<Event> first = TRY(work_.first_of_child(delegation.event));
        if (!first) {
            continue;
        }
        TRY(hang_child(*first, delegation.node));
        TRY(work_.each_other_of_child(delegation.event, *first, [&](Event&& event) {
            return hang_child(std::move(event), delegation.node);
        }));
    }
    return {};
}

// Below the delegation, with all that is below it.
Result<void> Planter::hang_child(Event root, std::uint32_t below) {
    const std::optional<std::uint32_t> known = forest_.find(root.id());
    if (!known) {
        return bring_in(std::move(root), below);
    }
    forest_.hang_below(*known, below, Forest::Below::by_delegation);
    return {};
}

Result<void> Planter::bring_in(Event root, std::uint32_t below) {
    Refs refs(store_, sessions_);
    forest_.hang_below(add(root), below, Forest::Below::by_delegation);
    std::vector<Event> waiting{std::move(root)};
    while (!waiting.empty()) {
        const Event parent = std::move(waiting.back());
        waiting.pop_back();
        TRY(refs.check(parent, tree_.completeness.unresolved_refs));
        tree_.completeness.erased += is_erased(parent) ? 1U : 0U;
        const std::uint32_t parent_node = *forest_.find(parent.id());
        const auto cursor = TRY(store_.scan({Space::parent, std::string(parent.id())}));
        std::optional<Event> child = TRY(cursor->next());
        while (child) {
            const std::optional<std::uint32_t> known = forest_.find(child->id());
            const std::uint32_t node = known ? *known : add(*child);
            forest_.hang_below(node, parent_node, Forest::Below::as_child);
            if (!known) {
                waiting.push_back(std::move(*child));
            }
            child = TRY(cursor->next());
        }
    }
    return {};
}

}  // namespace

Result<Tree> tree(const Store& store, const TreeRequest& request) {
    std::string session = TRY(resolve_name(store, Space::session, request.session));
    return Planter(store, request).grow(std::move(session));
}

}  // namespace hence
