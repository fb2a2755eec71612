// The parts of all steps, found by one walk through the session before the first step is written.
// Ends and logs are kept up to a limit of bytes; what does not fit is read again in the order in
// which it will be needed.
#include <algorithm>
#include <cstddef>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/by_text.h"
#include "base/try.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "model/position.h"
#include "views/find/event_reader.h"
#include "views/find/text_numbers.h"
#include "views/trajectory/attached.h"

namespace hence {
namespace {

// An event by its number, and its place among those of the session.
struct Seen {
    std::uint64_t seq = 0;  // 0: no event.
    std::uint64_t order = 0;
};

// Events, as long as they are not too much to keep. The others are read again.
class Kept {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    // Its place among those that are kept, or none.
    std::uint32_t offer(const Event& event) {
        bytes_ += event.fields().size() + size_of_the_rest;
        if (bytes_ > bytes_max) {
            return none;
        }
        events_.push_back(event);
        return static_cast<std::uint32_t>(events_.size() - 1);
    }

    const Event& at(std::uint32_t place) const { return events_[place]; }

private:
    static constexpr std::size_t size_of_the_rest = 512;
    static constexpr std::size_t bytes_max = std::size_t{32} << 20;

    std::vector<Event> events_;
    std::size_t bytes_ = 0;
};

// An event that is read for another one.
struct Attached {
    Seen to;
    Seen event;
    std::uint32_t kept = Kept::none;
    bool end = false;
};

// The numbers of events. Asks for them mostly count up, and each then costs a step or two.
class Numbers {
public:
    Numbers() = default;
    explicit Numbers(std::vector<std::uint64_t> seqs) : seqs_(std::move(seqs)) {
        std::ranges::sort(seqs_);
    }

    bool contains(std::uint64_t seq) {
        const auto size = seqs_.size();
        if (at_ > 0 && seqs_[at_ - 1] >= seq) {
            at_ = place_of(seq, 0, at_);
        }
        for (int steps = 0; at_ < size && seqs_[at_] < seq; ++at_, ++steps) {
            if (steps == steps_max) {
                at_ = place_of(seq, at_, size);
                break;
            }
        }
        return at_ < size && seqs_[at_] == seq;
    }

private:
    static constexpr int steps_max = 8;

    std::size_t place_of(std::uint64_t seq, std::size_t begin, std::size_t end) const {
        const auto first = seqs_.begin();
        return static_cast<std::size_t>(std::lower_bound(first + static_cast<std::ptrdiff_t>(begin),
                                                         first + static_cast<std::ptrdiff_t>(end),
                                                         seq) -
                                        first);
    }

    std::vector<std::uint64_t> seqs_;  // Sorted.
    std::size_t at_ = 0;               // The first that is not less than what was asked for last.
};

// What one walk through the session finds out.
class Survey {
public:
    explicit Survey(KindsWithParts kinds) : kinds_(kinds) {}

    // To be called for every event of the session, in order.
    void see(const Event& event) {
        const Seen seen{event.seq(), ++count_};
        if (event.kind() == Kind::log) {
            logs_.push_back({seen, std::string(event.parent()), kept_.offer(event)});
            return;
        }
        if (kinds_.logs) {
            ids_.emplace(event.id(), seen);
        }
        const bool call = event.kind() == Kind::tool_call;
        if (call || event.kind() == Kind::observation) {
            const JsonString id(Json(event.fields())["call_id"]);
            if (!id.empty()) {
                sides_.push_back({call_ids_.number_of(id.view()), seen,
                                  call ? Kept::none : kept_.offer(event), call});
            }
        }
    }

    void conclude() {
        // A call and its end mostly stand side by side.
        if (!std::ranges::is_sorted(sides_, {}, &Side::id)) {
            std::ranges::stable_sort(sides_, {}, &Side::id);
        }
        for (std::size_t begin = 0, end = 0; begin < sides_.size(); begin = end) {
            while (end < sides_.size() && sides_[end].id == sides_[begin].id) {
                ++end;
            }
            pair(std::span(sides_).subspan(begin, end - begin));
        }
        for (const Log& log : logs_) {
            attach(log);
        }
    }

    Kept take_kept() { return std::move(kept_); }
    Numbers take_told_elsewhere() { return Numbers(std::move(told_elsewhere_)); }

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
        std::uint32_t id = 0;  // The number of the call_id.
        Seen event;
        std::uint32_t kept = Kept::none;
        bool call = false;
    };
    struct Log {
        Seen event;
        std::string parent;
        std::uint32_t kept = Kept::none;
    };

    // To each call the first observation behind it, else the last before it, unless that ended
    // an earlier call.
    void pair(std::span<const Side> sides) {
        const Side* nearest = nullptr;
        ends_.assign(sides.size(), nullptr);
        for (std::size_t i = sides.size(); i-- > 0;) {
            nearest = sides[i].call ? nearest : &sides[i];
            ends_[i] = nearest;
        }
        const Side* spare = nullptr;
        for (std::size_t i = 0; i < sides.size(); ++i) {
            if (!sides[i].call) {
                spare = i > 0 && sides[i - 1].call ? nullptr : &sides[i];
            }
            const Side* const end = ends_[i] == nullptr ? spare : ends_[i];
            if (sides[i].call && end != nullptr) {
                attached_.push_back({sides[i].event, end->event, end->kept, true});
                told_elsewhere_.push_back(end->event.seq);
                if (!logs_.empty()) {
                    ended_[end->event.seq].push_back(sides[i].event);
                }
            }
        }
    }

    void attach(const Log& log) {
        const auto above = ids_.find(log.parent);
        if (above == ids_.end()) {
            return;
        }
        told_elsewhere_.push_back(log.event.seq);
        const auto ended = ended_.find(above->second.seq);
        if (ended == ended_.end()) {
            attached_.push_back({above->second, log.event, log.kept});
            return;
        }
        for (const Seen& call : ended->second) {
            attached_.push_back({call, log.event, log.kept});
        }
    }

    KindsWithParts kinds_;
    std::uint64_t count_ = 0;
    ByText<Seen> ids_;  // Of all but logs.
    TextNumbers call_ids_;
    std::vector<Side> sides_;        // Of calls, in order.
    std::vector<const Side*> ends_;  // Of one call, for each of its sides.
    std::vector<Log> logs_;
    std::unordered_map<std::uint64_t, std::vector<Seen>> ended_;  // Calls with logs, by their end.
    std::vector<std::uint64_t> told_elsewhere_;
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
            const Attached& each = attached_[at_];
            Event part =
                TRY(each.kept == Kept::none ? reader_.next() : Result<Event>(kept_.at(each.kept)));
            if (each.end) {
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
            if (each.kept == Kept::none) {
                seqs.push_back(each.event.seq);
            }
        }
        return seqs;
    }

    Numbers told_elsewhere_;
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
