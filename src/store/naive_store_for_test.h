// A store that is plainly right: vectors, walked from end to end for every question.
//
// For tests only: what a backend answers is compared with what this one does. It shares with them
// nothing but the model, and takes no thought for speed or threads.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/try.h"
#include "hence/erase.h"
#include "hence/store.h"
#include "model/erased.h"
#include "model/json/json.h"
#include "model/keys.h"
#include "model/repeat.h"

namespace hence {

class NaiveStore final : public Store, public ErasableStore {
public:
    Result<Receipt> append(const Batch& batch, const Check& check = {}) override {
        if (check) {
            TRY(check(*this));
        }
        for (const std::uint64_t n : batch.released) {
            for (Refusal& refusal : refusals_) {
                refusal.listed = refusal.listed && refusal.row.n != n;
            }
        }
        Receipt receipt;
        for (const Refused& refused : batch.refused) {
            refuse(refused);
            ++receipt.quarantined;
        }
        for (std::size_t index = 0; index < batch.events.size(); ++index) {
            take(batch, index, receipt);
        }
        return receipt;
    }

    Result<Receipt> erase_all(const std::vector<Erasure>& erasures) override {
        Batch batch;
        for (const Erasure& erasure : erasures) {
            batch.events.push_back({erasure.event});
            for (const SeqRange& range : erasure.seqs) {
                for (std::uint64_t seq = range.first; seq <= range.last; ++seq) {
                    TRY(erase_one(seq, erasure));
                }
            }
            for (Refusal& refusal : refusals_) {
                const Result<Event> event = Event::parse(refusal.row.bytes);
                if (event && !erasure.session.empty() && event->session() == erasure.session) {
                    forget(refusal);
                }
                if (std::ranges::find(erasure.rows, refusal.row.n) != erasure.rows.end()) {
                    forget(refusal);
                }
            }
        }
        return append(batch);
    }

    Result<std::vector<std::uint64_t>> replaced() const override {
        std::vector<std::uint64_t> seqs;
        for (const std::size_t place : completed_) {
            seqs.push_back(place + 1);
        }
        return seqs;
    }

    Result<std::optional<Event>> find(std::string_view id) const override {
        for (const Event& event : standing()) {
            if (event.id() == id) {
                return std::optional<Event>(event);
            }
        }
        return std::optional<Event>();
    }

    Result<std::unique_ptr<Cursor>> scan(const Key& key, const Scan& scan = {}) const override {
        std::vector<Event> matching;
        for (std::size_t i = 0; i < events_.size(); ++i) {
            const bool under = std::ranges::any_of(keys_[i], [&](const Key& own) {
                return own.space == key.space && own.value == key.value;
            });
            if (under && within(events_[i], scan) && !completed_.contains(i)) {
                matching.push_back(events_[i]);
            }
        }
        std::ranges::sort(matching, {}, position);
        if (scan.direction == Direction::backward) {
            std::ranges::reverse(matching);
        }
        return std::unique_ptr<Cursor>(std::make_unique<ListCursor>(std::move(matching)));
    }

    Result<std::unique_ptr<Cursor>> read(std::uint64_t from_seq,
                                         std::uint64_t to_seq) const override {
        std::vector<Event> matching;
        for (const Event& event : events_) {
            if (from_seq <= event.seq() && event.seq() <= to_seq) {
                matching.push_back(event);
            }
        }
        return std::unique_ptr<Cursor>(std::make_unique<ListCursor>(std::move(matching)));
    }

    std::uint64_t last_seq() const override { return events_.size(); }

    Result<std::vector<Summary>> summaries(Space space, const Summary* after,
                                           std::size_t limit) const override {
        std::set<std::pair<std::string, std::string>> names;
        for (const Event& event : standing()) {
            names.insert(row_name(space, event));
        }
        std::vector<Summary> rows;
        for (const auto& [id, session] : names) {
            if (!id.empty()) {
                rows.push_back(*added_up(space, id, session));
            }
        }
        std::ranges::sort(rows, newer);
        std::vector<Summary> page;
        for (const Summary& row : rows) {
            if ((after == nullptr || newer(*after, row)) && page.size() < limit) {
                page.push_back(row);
            }
        }
        return page;
    }

    Result<std::optional<Summary>> summary(Space space, std::string_view id,
                                           std::string_view session = {}) const override {
        return added_up(space, id, session);
    }

    Result<std::vector<Summary>> rows_of_run(std::string_view run) const override {
        std::set<std::string> sessions;
        for (const Event& event : standing()) {
            if (event.run() == run) {
                sessions.emplace(event.session());
            }
        }
        std::vector<Summary> rows;
        for (const std::string& session : sessions) {
            if (std::optional<Summary> row = added_up(Space::run, run, session)) {
                rows.push_back(std::move(*row));
            }
        }
        return rows;
    }

    Result<std::vector<std::string>> runs_of(std::string_view session) const override {
        std::set<std::string> runs;
        for (const Event& event : standing()) {
            if (event.session() == session && !session.empty() && !event.run().empty()) {
                runs.emplace(event.run());
            }
        }
        return std::vector<std::string>(runs.begin(), runs.end());
    }

    Result<std::vector<std::string>> names_like(Space space, std::string_view part,
                                                std::size_t limit) const override {
        std::set<std::string> names;
        for (const Event& event : events_) {
            const std::string name = row_name(space, event).first;
            if (!name.empty() && (name.starts_with(part) || name.ends_with(part))) {
                names.insert(name);
            }
        }
        std::vector<std::string> list(names.begin(), names.end());
        list.resize(std::min(list.size(), limit));
        return list;
    }

    Result<std::vector<QuarantineRow>> quarantine(std::uint64_t after_n,
                                                  std::size_t limit) const override {
        std::vector<QuarantineRow> rows;
        for (const Refusal& refusal : refusals_) {
            if (refusal.listed && refusal.row.n > after_n && rows.size() < limit) {
                rows.push_back(refusal.row);
                rows.back().bytes.clear();
            }
        }
        return rows;
    }

    Result<QuarantineRow> quarantined(std::uint64_t n) const override {
        for (const Refusal& refusal : refusals_) {
            if (refusal.row.n == n) {
                return refusal.row;
            }
        }
        return Error{Code::not_found, "no such number"};
    }

    // Every key under which an event stands.
    std::set<std::pair<Space, std::string>> known_keys() const {
        std::set<std::pair<Space, std::string>> known;
        for (const std::vector<Key>& keys : keys_) {
            for (const Key& key : keys) {
                known.emplace(key.space, key.value);
            }
        }
        return known;
    }

private:
    struct Refusal {
        QuarantineRow row;
        bool listed = true;
        bool forgotten = false;
    };

    static void forget(Refusal& refusal) {
        refusal.forgotten = true;
        refusal.listed = false;
        refusal.row.reason = "erased";
        refusal.row.bytes.clear();
        refusal.row.size = 0;
        refusal.row.sha256 = sha256_hex("");
    }

    Result<void> erase_one(std::uint64_t seq, const Erasure& erasure) {
        const std::string reason = Json(erasure.event.fields())["reason"].string().value_or("");
        const Event stub = TRY(stub_of(events_[seq - 1], {reason, erasure.event.id()}));
        events_[seq - 1] = stub;
        keys_[seq - 1].clear();
        Keys names;
        for (const KeyView& key : names.of(stub)) {
            keys_[seq - 1].push_back({key.space, std::string(key.value)});
        }
        for (Refusal& refusal : refusals_) {
            const Result<Event> event = Event::parse(refusal.row.bytes);
            if (event && event->id() == stub.id()) {
                forget(refusal);
            }
        }
        return {};
    }

    class ListCursor final : public Cursor {
    public:
        explicit ListCursor(std::vector<Event> events) : events_(std::move(events)) {}
        Result<std::optional<Event>> next() override {
            return next_ == events_.size() ? std::optional<Event>() : events_[next_++];
        }

    private:
        std::vector<Event> events_;
        std::size_t next_ = 0;
    };

    static Position position(const Event& event) { return {event.time(), event.seq()}; }

    static bool within(const Event& event, const Scan& scan) {
        const bool behind =
            !scan.after || (scan.direction == Direction::forward ? position(event) > *scan.after
                                                                 : position(event) < *scan.after);
        return behind && (!scan.from || event.time() >= *scan.from) &&
               (!scan.to || event.time() <= *scan.to);
    }

    static bool newer(const Summary& a, const Summary& b) {
        return std::tie(b.first, a.id, a.session) < std::tie(a.first, b.id, b.session);
    }

    // The row of a space that an event counts in; without an id when there is none.
    static std::pair<std::string, std::string> row_name(Space space, const Event& event) {
        const std::string session(event.session());
        if (space == Space::all) {
            return {std::string(event.id()), ""};
        }
        if (space == Space::session) {
            return {session, ""};
        }
        if (space == Space::agent) {
            return {std::string(event.agent()), ""};
        }
        if (space == Space::correlation) {
            return {std::string(event.correlation()), ""};
        }
        if (space == Space::loose_run && !session.empty()) {
            return {};
        }
        return {std::string(event.run()), session};
    }

    std::optional<Summary> added_up(Space space, std::string_view id,
                                    std::string_view session) const {
        std::optional<Summary> row;
        std::set<std::string> failed;
        for (const Event& event : standing()) {
            const auto name = row_name(space, event);
            if (name.first != id || name.second != session || id.empty()) {
                continue;
            }
            const SummaryPart part = summarize(event);
            if (row) {
                row->add(part.summary);
            } else {
                row = part.summary;
                row->id = id;
                row->session = session;
            }
            if (part.failed_call &&
                (part.failed_call_key.empty() || failed.insert(part.failed_call_key).second)) {
                ++row->errors;
            }
        }
        return row;
    }

    void take(const Batch& batch, std::size_t index, Receipt& receipt) {
        const Incoming& incoming = batch.events[index];
        const Event& event = incoming.event;
        std::optional<Rejection> rejection;
        bool completes = false;
        for (const Event& known : kept()) {
            if (known.id() == event.id()) {
                const Repeat repeat = repeat_of(event, known, incoming.replaces);
                if (repeat == Repeat::duplicate) {
                    ++receipt.duplicates;
                    return;
                }
                completes = repeat == Repeat::completes;
                if (completes) {
                    completed_.insert(known.seq() - 1);
                } else {
                    rejection = Rejection{index, "conflict", std::string(known.id())};
                }
            }
        }
        for (const Event& known : standing()) {
            if (!rejection && !completes && event.kind() == "outcome" &&
                known.kind() == "outcome" && of(known) == of(event)) {
                rejection = Rejection{index, "outcome_exists", std::string(known.id())};
            }
        }
        if (rejection) {
            refuse({batch.source, incoming.line, rejection->reason,
                    incoming.bytes.empty() ? event.to_json() : std::string(incoming.bytes)});
            ++receipt.quarantined;
            receipt.rejections.push_back(*rejection);
            return;
        }
        events_.push_back(event.stored_as(events_.size() + 1, {}));
        std::vector<Key>& keys = keys_.emplace_back();
        Keys names;
        for (const KeyView& key : names.of(event)) {
            keys.push_back({key.space, std::string(key.value)});
        }
        ++receipt.accepted;
        receipt.last_seq = events_.size();
        receipt.first_seq = receipt.first_seq == 0 ? receipt.last_seq : receipt.first_seq;
    }

    // All but those that another event completed.
    // The last event of each id.
    std::vector<Event> kept() const {
        std::vector<Event> events;
        for (std::size_t i = 0; i < events_.size(); ++i) {
            if (!completed_.contains(i)) {
                events.push_back(events_[i]);
            }
        }
        return events;
    }

    std::vector<Event> standing() const {
        std::vector<Event> events = kept();
        std::erase_if(events, is_withdrawn);
        return events;
    }

    static std::string of(const Event& outcome) {
        return Json(outcome.fields())["of"].string().value_or("");
    }

    void refuse(const Refused& refused) {
        for (Refusal& known : refusals_) {
            if (!known.forgotten && known.row.source == refused.source &&
                known.row.reason == refused.reason && known.row.bytes == refused.bytes) {
                ++known.row.count;
                known.listed = true;
                return;
            }
        }
        refusals_.push_back({{refusals_.size() + 1, refused.source, refused.line, refused.reason,
                              refused.bytes.size(), 1, sha256_hex(refused.bytes), refused.bytes}});
    }

    std::set<std::size_t> completed_;  // Places in events_.
    std::vector<Event> events_;
    std::vector<std::vector<Key>> keys_;  // Of each event.
    std::vector<Refusal> refusals_;
};

}  // namespace hence
