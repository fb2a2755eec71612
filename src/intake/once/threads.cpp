// Which runs are one piece of work. A client library that knows nothing of the framework above it
// starts a trace of its own for each call, and that trace has neither the agent nor the session.
//
// Such a trace holds nothing but calls of models. Where one of its calls is told by another trace
// as well, the whole trace belongs to the other one. A trace with spans of its own around its calls
// is never moved: two runs may share an answer that came from a cache.
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "intake/once/settlement.h"
#include "model/kinds.h"

namespace hence {
namespace {

class Threads {
public:
    explicit Threads(Settlement& settlement) : settlement_(settlement) {
        for (std::size_t i = 0; i < settlement_.all().size(); ++i) {
            const Telling& telling = settlement_.at(i);
            const bool framed = telling.event.parent().empty() && !telling.is_model_call() &&
                                telling.kind != Kind::log && telling.teller != Teller::messages;
            bool& framed_run = framed_[run_of(i)];
            framed_run = framed_run || framed || is_beneath_unknown(telling);
            if (settlement_.counts[i] != i) {
                groups_[settlement_.counts[i]].push_back(i);
            }
        }
    }

    void settle() {
        for (auto& [counting, group] : groups_) {
            group.push_back(counting);
            join_runs(group);
        }
        for (std::size_t i = 0; i < settlement_.all().size(); ++i) {
            adopt_session(settlement_.at(i));
        }
        for (auto& [counting, group] : groups_) {
            follow_asker(counting, group);
        }
    }

private:
    struct Home {
        std::string run;
        std::string session;
    };

    std::string run_of(std::size_t i) const { return std::string(settlement_.at(i).event.run()); }

    // A span whose parent is somewhere is part of more than its own call.
    bool is_beneath_unknown(const Telling& telling) const {
        return !telling.event.parent().empty() && telling.teller == Teller::span &&
               settlement_.find(telling.event.parent()) == no_telling;
    }

    // The telling that knows most of where its group stands.
    std::size_t home_of(const std::vector<std::size_t>& group) {
        const auto rank = [&](std::size_t i) {
            const Telling& telling = settlement_.at(i);
            return std::tuple(!framed_[run_of(i)], telling.session_now().empty(), telling.start_ns,
                              telling.event.id());
        };
        std::size_t home = group.front();
        for (const std::size_t member : group) {
            home = rank(member) < rank(home) ? member : home;
        }
        return home;
    }

    void join_runs(const std::vector<std::size_t>& group) {
        const std::size_t home = home_of(group);
        const std::string session(settlement_.at(home).session_now());
        for (const std::size_t member : group) {
            const std::string run = run_of(member);
            if (run != run_of(home) && !run.empty() && !framed_[run]) {
                homes_.try_emplace(run,
                                   Home{run_of(home), session.empty() ? run_of(home) : session});
            }
        }
    }

    void adopt_session(Telling& telling) const {
        const auto home = homes_.find(std::string(telling.event.run()));
        if (home == homes_.end()) {
            return;
        }
        telling.thread = home->second.run;
        if (telling.session_now().empty()) {
            telling.change.session = home->second.session;
        }
    }

    // A gateway tells of the call in a trace of its own, nearer to the wire than the agent does.
    // The call stands where the agent asked for it; the gateway's own spans stay where they are.
    void follow_asker(std::size_t counting, const std::vector<std::size_t>& group) {
        const std::size_t home = home_of(group);
        const std::string run = run_of(home);
        const Telling& asker = settlement_.at(home);
        const bool gateway = run != run_of(counting) && !run.empty() && framed_[run] &&
                             asker.service != settlement_.at(counting).service;
        if (!gateway || !settlement_.at(counting).session_now().empty()) {
            return;
        }
        const std::string session(asker.session_now().empty() ? run : asker.session_now());
        settlement_.at(counting).change.session = session;
        for (const std::size_t beside : settlement_.children(counting)) {
            Telling& child = settlement_.at(beside);
            if (child.event.id().starts_with(child.event.parent()) && child.session_now().empty()) {
                child.change.session = session;
            }
        }
    }

    Settlement& settlement_;
    std::map<std::string, bool> framed_;  // Runs that hold more than calls of models.
    std::map<std::size_t, std::vector<std::size_t>> groups_;  // By the call that counts.
    std::map<std::string, Home> homes_;
};

}  // namespace

void settle_threads(Settlement& settlement) {
    for (std::size_t i = 0; i < settlement.all().size(); ++i) {
        const Telling& counting = settlement.at(settlement.counts[i]);
        if (counting.event.run() != settlement.at(i).event.run()) {
            return Threads(settlement).settle();
        }
    }
}

}  // namespace hence
