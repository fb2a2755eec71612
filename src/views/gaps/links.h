// The links that events of a thread name: which lead nowhere, in a circle, or back in time.
//
// A link to an event that was not met yet waits until the thread is read, and is then looked up in
// the store. Cycles are searched for only if some link goes against the order of events: a log
// without such a link has no cycle. A cause that is later than its effect is reported as clock skew
// only where both times were recorded and the link is explicit, because a derived link or time
// proves nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_text.h"
#include "hence/completeness.h"
#include "hence/store.h"
#include "views/cause/cycles.h"
#include "views/find/id_numbers.h"
#include "views/gaps/list.h"
#include "views/gaps/thread_parts.h"

namespace hence {

// To be given every event of the thread, in order; then `settle`. The store must outlive it.
class ThreadLinks {
public:
    // Links join `parts`, unless that is null.
    ThreadLinks(const Store& store, ThreadParts* parts) : store_(store), parts_(parts) {}

    // The event's number in the thread: they count up from 0.
    std::uint32_t add(const Event& event);

    // The event of that id, if it was met already.
    std::optional<std::uint32_t> find(std::string_view id) const {
        const std::uint32_t met = ids_.find(id);
        return met == IdNumbers::none ? std::nullopt : std::optional(met);
    }
    GapPlace place(std::uint32_t node) const { return {places_[node], id(node)}; }

    // Missing parents and cycles; effects that are earlier than their explicit cause.
    Result<void> settle(Completeness& completeness, GapList& gaps);

private:
    // A parent is explicit unless an importer worked it out; an outcome's event is no cause.
    enum class Named : std::uint8_t { explicit_, derived, judged };
    // A link to what had not been met yet.
    struct Waiting {
        std::uint32_t node;
        Named named;
        std::string target;
    };
    struct Target {
        bool recorded = false;
        bool timed = false;  // Its time was recorded.
        Time time;
    };

    std::string id(std::uint32_t node) const { return std::string(ids_.text(node)); }
    void link(std::uint32_t node, std::string_view target, Named named);
    void arrow(std::uint32_t cause, std::uint32_t effect, Named named);
    Result<Target> look_up(const Waiting& waiting);
    void report_checks(GapList& gaps) const;
    void find_cycles(Completeness& completeness) const;

    const Store& store_;
    ThreadParts* parts_;
    IdNumbers ids_;  // By node, as are the next two.
    std::vector<Position> places_;
    std::vector<bool> timed_;
    std::vector<Arrow> arrows_;
    std::uint64_t named_ = 0;        // Links of any sort.
    std::uint64_t stated_ = 0;       // Explicit ones.
    std::uint64_t timed_links_ = 0;  // Explicit ones with a recorded time at both ends.
    bool may_circle_ = false;        // Some arrow leads against the order.
    std::vector<Waiting> waiting_;
    ByText<Target> elsewhere_;  // Outside the thread, by id.
};

}  // namespace hence
