// Random forks, rewinds and steps, compared with a model that copies: each session has its own list
// of what it shows, and each event knows the one that it was done after.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hence/branch.h"
#include "hence/store.h"
#include "hence/tree.h"
#include "model/position.h"
#include "views/cause/event_marks.h"
#include "views/find/session_events.h"

namespace hence {
namespace {

// What a naive program would keep of a session.
struct Copied {
    std::vector<std::string> steps;             // In the order of events.
    std::map<std::string, std::string> owners;  // By step: the session that it was done in.
    std::map<std::string, std::string> behind;  // By step: the one that it was done after.
    std::string tip;                            // The last one that counts.

    std::set<std::string> counting() const {
        std::set<std::string> line;
        for (std::string at = tip; !at.empty(); at = behind.at(at)) {
            line.insert(at);
        }
        return line;
    }
};

class NaiveWorld {
public:
    NaiveWorld() : store_(open_memory_store()) { copies_["s0"]; }

    void step() {
        const std::string session = any_session();
        const std::string id = fmt::format("e{}", count_);
        // Told in order, and long before the forks and rewinds are made by the clock.
        append(fmt::format(R"({{"id":"{}","kind":"step","time":"2020-01-01T{:02}:{:02}:{:02}Z",)"
                           R"("session":"{}"}})",
                           id, count_ / 3600, count_ / 60 % 60, count_ % 60, session));
        ++count_;
        Copied& copy = copies_[session];
        copy.steps.push_back(id);
        copy.owners[id] = session;
        copy.behind[id] = copy.tip;
        copy.tip = id;
    }

    void fork() {
        const std::string session = any_session();
        Copied copy = copies_[session];
        if (copy.steps.empty()) {
            return;
        }
        const std::size_t at = *rc::gen::inRange<std::size_t>(0, copy.steps.size());
        const std::string name = fmt::format("s{}", copies_.size());
        const Result<Event> event =
            fork_session(*store_, {.session = session, .at = copy.steps[at], .as = name});
        RC_ASSERT(static_cast<bool>(event));
        copy.tip = copy.steps[at];
        copy.steps.resize(at + 1);
        copies_[name] = copy;
    }

    void rewind() {
        const std::string session = any_session();
        Copied& copy = copies_[session];
        if (copy.steps.empty()) {
            return;
        }
        const std::size_t to = *rc::gen::inRange<std::size_t>(0, copy.steps.size());
        const Result<Event> event =
            rewind_session(*store_, {.session = session, .to = copy.steps[to]});
        RC_ASSERT(static_cast<bool>(event));
        copy.tip = copy.steps[to];
    }

    void check() {
        for (const auto& [session, copy] : copies_) {
            if (!copy.steps.empty()) {
                check(session, copy);
            }
        }
    }

private:
    std::string any_session() {
        return fmt::format("s{}", *rc::gen::inRange<std::size_t>(0, copies_.size()));
    }

    void append(const std::string& json) {
        Batch batch;
        batch.events.push_back({*Event::parse(json)});
        RC_ASSERT(static_cast<bool>(store_->append(batch)));
    }

    void check(const std::string& session, const Copied& copy) {
        Sessions sessions(*store_);
        const Result<EventMarks> marks = EventMarks::of(sessions, session);
        RC_ASSERT(static_cast<bool>(marks));
        const std::set<std::string> counting = copy.counting();
        std::vector<std::string> steps;
        const auto cursor = sessions.events(session, {});
        for (auto event = (*cursor)->next(); *event; event = (*cursor)->next()) {
            const Event& each = **event;
            if (each.kind() != "step") {
                continue;
            }
            const std::string id(each.id());
            steps.push_back(id);
            const std::string owner = copy.owners.at(id);
            RC_ASSERT(*marks->inherited(each) == (owner == session ? "" : owner));
            RC_ASSERT(*marks->abandoned(each) == !counting.contains(id));
        }
        RC_ASSERT(steps == copy.steps);
        check_lines(sessions, session, copy);
    }

    // Which step was before which.
    void check_lines(Sessions& sessions, const std::string& session, const Copied& copy) {
        const Lineage* const lineage = *sessions.lineage(session);
        std::vector<Position> places;
        for (const std::string& id : copy.steps) {
            places.push_back(position_of(**store_->find(id)));
        }
        for (std::size_t i = 0; i < places.size(); ++i) {
            const std::string& before = copy.behind.at(copy.steps[i]);
            const std::optional<Position> found = lineage->last_before(places, places[i]);
            RC_ASSERT(found.has_value() == !before.empty());
            RC_ASSERT((!found || *found == position_of(**store_->find(before))));
            if (found) {
                const std::vector<Position> behind = lineage->first_behind(places, *found);
                RC_ASSERT(std::ranges::find(behind, places[i]) != behind.end());
            }
        }
    }

    std::unique_ptr<Store> store_;
    std::map<std::string, Copied> copies_;
    int count_ = 0;
};

RC_GTEST_PROP(BranchProperty, ASessionShowsWhatACopyWouldShow, ()) {
    NaiveWorld world;
    world.step();
    world.step();
    const int length = *rc::gen::inRange(0, 40);
    for (int i = 0; i < length; ++i) {
        const int what = *rc::gen::inRange(0, 8);
        if (what == 0) {
            world.fork();
        } else if (what <= 2) {
            world.rewind();
        } else {
            world.step();
        }
    }
    world.check();
}

}  // namespace
}  // namespace hence
