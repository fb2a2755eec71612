#include "intake/once/doubles.h"

#include <algorithm>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

#include "base/by_text.h"
#include "base/try.h"
#include "intake/once/call.h"

namespace hence {
namespace {

// Calls that look alike and are not one: of so many, the last are compared.
constexpr std::size_t compared_max = 32;

// The calls of one run in a request.
struct Thread {
    std::vector<std::size_t> calls = {};
    std::uint64_t from_ns = ~std::uint64_t{0};
    std::uint64_t to_ns = 0;
    bool mixed = false;  // Told by more than one instrumentation.
};

// Calls by where they would meet one that is the same.
class Standing {
public:
    const OtlpCall* find(const OtlpCall& call) const {
        for (const std::string& point : meeting_points(call)) {
            const auto at = by_point_.find(point);
            if (at == by_point_.end()) {
                continue;
            }
            for (const OtlpCall* standing : at->second) {
                if (same_call(*standing, call)) {
                    return standing;
                }
            }
        }
        return nullptr;
    }

    void add(OtlpCall call) {
        calls_.push_back(std::move(call));
        for (std::string& point : meeting_points(calls_.back())) {
            std::deque<const OtlpCall*>& there = by_point_[std::move(point)];
            there.push_back(&calls_.back());
            if (there.size() > compared_max) {
                there.pop_front();
            }
        }
    }

private:
    std::deque<OtlpCall> calls_;  // Their addresses stay.
    ByText<std::deque<const OtlpCall*>> by_point_;
};

class Doubles {
public:
    Doubles(OtlpKnown& known, std::vector<Arrival>& arrivals)
        : known_(known), arrivals_(arrivals) {}

    Result<void> mark_all() {
        for (std::size_t i = 0; i < arrivals_.size(); ++i) {
            add(i);
        }
        for (const std::string_view run : runs_) {
            TRY(mark(threads_.at(run)));
        }
        return {};
    }

private:
    void add(std::size_t index) {
        const Arrival& arrival = arrivals_[index];
        const Translation& told = arrival.told;
        const bool tool_call = arrival.tool_call() && !told.call_id.empty();
        if (!arrival.counts() || (!told.model_call && !tool_call)) {
            return;
        }
        const auto [at, added] = threads_.try_emplace(told.main.run);
        Thread& thread = at->second;
        if (added) {
            runs_.push_back(told.main.run);
        } else {
            const Arrival& first = arrivals_[thread.calls.front()];
            thread.mixed = thread.mixed || first.told.scope_name != told.scope_name;
        }
        thread.calls.push_back(index);
        thread.from_ns = std::min(thread.from_ns, told.start_ns);
        thread.to_ns = std::max(thread.to_ns, told.end_ns);
    }

    Result<void> mark(const Thread& thread) {
        std::vector<OtlpCall> stored = TRY(stored_near(thread));
        const Arrival& first = arrivals_[thread.calls.front()];
        const bool others = std::ranges::any_of(stored, [&first](const OtlpCall& call) {
            return call.derived || call.scope != first.told.scope_name ||
                   call.record != first.record;
        });
        if (!thread.mixed && !others) {
            return {};
        }
        Standing standing;
        for (OtlpCall& call : stored) {
            standing.add(std::move(call));
        }
        for (const std::size_t index : thread.calls) {
            Arrival& arrival = arrivals_[index];
            std::optional<OtlpCall> call = call_of(arrival);
            const OtlpCall* const same = call && !arrival.stored ? standing.find(*call) : nullptr;
            if (same != nullptr) {
                arrival.change.counted_by = same->id;
            } else if (call) {
                standing.add(std::move(*call));
            }
        }
        return {};
    }

    // Records and spans of one call may be of different runs, but are of one session.
    Result<std::vector<OtlpCall>> stored_near(const Thread& thread) {
        const EventDraft& main = arrivals_[thread.calls.front()].told.main;
        const bool session_apart = !main.session.empty() && main.session != main.run;
        const bool run_known = TRY(known_.run_known(main.run));
        const bool session_known =
            TRY(known_.session_known(session_apart ? main.session : std::string()));
        std::vector<OtlpCall> calls;
        if (run_known) {
            TRY(add_window(thread, {Space::run, main.run}, calls));
        }
        if (session_known) {
            TRY(add_window(thread, {Space::session, main.session}, calls));
        }
        for (const std::size_t index : thread.calls) {
            if ((run_known || session_known) && arrivals_[index].tool_call()) {
                TRY(add_of_same_name(arrivals_[index].told, calls));
            }
        }
        return calls;
    }

    Result<void> add_window(const Thread& thread, Key key, std::vector<OtlpCall>& calls) {
        std::vector<OtlpCall> found = TRY(
            known_.calls_in({.key = std::move(key),
                             .from_ns = thread.from_ns - std::min(thread.from_ns, record_slack_ns),
                             .to_ns = thread.to_ns + record_slack_ns}));
        std::ranges::move(found, std::back_inserter(calls));
        return {};
    }

    Result<void> add_of_same_name(const Translation& told, std::vector<OtlpCall>& calls) {
        const std::vector<Event> events =
            TRY(known_.named(Space::call, {told.main.run, told.main.session, told.call_id}));
        for (const Event& event : events) {
            if (std::optional<OtlpCall> call = call_of(event)) {
                calls.push_back(std::move(*call));
            }
        }
        return {};
    }

    OtlpKnown& known_;
    std::vector<Arrival>& arrivals_;
    ByTextView<Thread> threads_;          // By run.
    std::vector<std::string_view> runs_;  // In order.
};

}  // namespace

Result<void> mark_doubles(OtlpKnown& known, std::vector<Arrival>& arrivals) {
    return Doubles(known, arrivals).mark_all();
}

}  // namespace hence
