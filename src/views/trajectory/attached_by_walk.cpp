// The parts of all steps, found by one walk through the session before the first step is written.
// Ends and logs are kept up to a limit of bytes; what does not fit is read again in the order in
// which it will be needed.
#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/by_text.h"
#include "base/try.h"
#include "model/kinds.h"
#include "model/position.h"
#include "views/cause/call.h"
#include "views/find/event_reader.h"
#include "views/trajectory/attached.h"

namespace hence {
namespace {

// An event by its number, and its place among those of the session.
struct Seen {
    std::uint64_t seq = 0;  // 0: no event.
    std::uint64_t order = 0;
};

// An event that is read for another one.
struct Attached {
    Seen to;
    Seen event;
    bool end = false;
};

// Events by number, as long as they are not too much to keep. The others are read again.
class Kept {
public:
    void offer(const Event& event) {
        bytes_ += event.fields().size() + size_of_the_rest;
        if (bytes_ <= bytes_max) {
            events_.emplace(event.seq(), event);
        }
    }

    const Event* find(std::uint64_t seq) const {
        const auto found = events_.find(seq);
        return found == events_.end() ? nullptr : &found->second;
    }

private:
    static constexpr std::size_t size_of_the_rest = 512;
    static constexpr std::size_t bytes_max = std::size_t{32} << 20;

    std::unordered_map<std::uint64_t, Event> events_;
    std::size_t bytes_ = 0;
};

// What one walk through the session finds out.
class Survey {
public:
    explicit Survey(KindsWithParts kinds) : kinds_(kinds) {}

    // To be called for every event of the session, in order.
    void see(const Event& event) {
        const Seen seen{event.seq(), ++count_};
        if (event.kind() == Kind::log) {
            logs_.push_back({seen, std::string(event.parent())});
            kept_.offer(event);
            return;
        }
        if (kinds_.logs) {
            ids_.emplace(event.id(), seen);
        }
        const bool call = event.kind() == Kind::tool_call;
        if (call || event.kind() == Kind::observation) {
            const std::optional<std::string> id = call_id_of(event);
            if (id) {
                calls_[*id].push_back({seen, call});
            }
            if (id && !call) {
                kept_.offer(event);
            }
        }
    }

    void conclude() {
        for (const auto& [id, sides] : calls_) {
            pair(sides);
        }
        for (const Log& log : logs_) {
            attach(log);
        }
    }

    Kept take_kept() { return std::move(kept_); }
    std::unordered_set<std::uint64_t> take_told_elsewhere() { return std::move(told_elsewhere_); }

    // Those of the steps behind so many events, as they will be asked for: step by step, ends
    // first.
    std::vector<Attached> take_attached(std::uint64_t passed) {
        std::erase_if(attached_, [&](const Attached& each) { return each.to.order <= passed; });
        std::ranges::sort(attached_, {}, [](const Attached& each) {
            return std::tuple(each.to.order, !each.end, each.event.order);
        });
        return std::move(attached_);
    }

private:
    struct Side {
        Seen event;
        bool call;
    };
    struct Log {
        Seen event;
        std::string parent;
    };

    // To each call the first observation behind it, else the last before it, unless that ended
    // an earlier call.
    void pair(const std::vector<Side>& sides) {
        std::vector<Seen> ends(sides.size());
        Seen nearest;
        for (std::size_t i = sides.size(); i-- > 0;) {
            nearest = sides[i].call ? nearest : sides[i].event;
            ends[i] = nearest;
        }
        Seen spare;
        for (std::size_t i = 0; i < sides.size(); ++i) {
            if (!sides[i].call) {
                spare = i > 0 && sides[i - 1].call ? Seen() : sides[i].event;
            }
            const Seen end = ends[i].seq == 0 ? spare : ends[i];
            if (sides[i].call && end.seq != 0) {
                attached_.push_back({sides[i].event, end, true});
                ended_[end.seq].push_back(sides[i].event);
                told_elsewhere_.insert(end.seq);
            }
        }
    }

    void attach(const Log& log) {
        const auto above = ids_.find(log.parent);
        if (above == ids_.end()) {
            return;
        }
        told_elsewhere_.insert(log.event.seq);
        const auto ended = ended_.find(above->second.seq);
        if (ended == ended_.end()) {
            attached_.push_back({above->second, log.event});
            return;
        }
        for (const Seen& call : ended->second) {
            attached_.push_back({call, log.event});
        }
    }

    KindsWithParts kinds_;
    std::uint64_t count_ = 0;
    ByText<Seen> ids_;                 // Of all but logs.
    ByText<std::vector<Side>> calls_;  // By call_id, in order.
    std::vector<Log> logs_;
    std::unordered_map<std::uint64_t, std::vector<Seen>> ended_;  // Calls, by their end.
    std::unordered_set<std::uint64_t> told_elsewhere_;
    std::vector<Attached> attached_;
    Kept kept_;
};

class KnownParts final : public StepParts {
public:
    KnownParts(const Store& store, Survey survey, std::uint64_t passed)
        : told_elsewhere_(survey.take_told_elsewhere()),
          attached_(survey.take_attached(passed)),
          kept_(survey.take_kept()),
          reader_(store, not_kept()) {}

    Result<bool> belongs_elsewhere(const Event& event) override {
        return told_elsewhere_.contains(event.seq());
    }

    Result<Parts> of(const Event& event) override {
        Parts parts;
        for (; at_ < attached_.size() && attached_[at_].to.seq == event.seq(); ++at_) {
            const Event* const kept = kept_.find(attached_[at_].event.seq);
            Result<Event> read = kept == nullptr ? reader_.next() : *kept;
            Event part = TRY(std::move(read));
            if (attached_[at_].end) {
                parts.end = std::move(part);
            } else {
                parts.logs.push_back(std::move(part));
            }
        }
        return parts;
    }

private:
    std::vector<std::uint64_t> not_kept() const {
        std::vector<std::uint64_t> seqs;
        for (const Attached& each : attached_) {
            if (kept_.find(each.event.seq) == nullptr) {
                seqs.push_back(each.event.seq);
            }
        }
        return seqs;
    }

    std::unordered_set<std::uint64_t> told_elsewhere_;
    std::vector<Attached> attached_;
    Kept kept_;
    EventReader reader_;
    std::size_t at_ = 0;
};

}  // namespace

Result<std::unique_ptr<StepParts>> known_step_parts(const Store& store, Sessions& sessions,
                                                    const StepRange& range) {
    const KindsWithParts kinds = TRY(kinds_with_parts(store, sessions, range.session));
    Survey survey(kinds);
    std::uint64_t passed = 0;
    if (!kinds.logs && !kinds.observations) {
        return std::unique_ptr<StepParts>(
            std::make_unique<KnownParts>(store, std::move(survey), passed));
    }
    const auto cursor = TRY(sessions.events(range.session, {}));
    std::optional<Event> event = TRY(cursor->next());
    while (event) {
        if (event->seq() <= range.seq_max) {
            survey.see(*event);
            passed += range.after && position_of(*event) <= *range.after ? 1 : 0;
        }
        event = TRY(cursor->next());
    }
    survey.conclude();
    return std::unique_ptr<StepParts>(
        std::make_unique<KnownParts>(store, std::move(survey), passed));
}

}  // namespace hence
