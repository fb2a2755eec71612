// A store in memory, gone when it is destroyed: for tests, pipes and files that are only looked at.
//
// It is kept plain, because other backends are compared with it: events in a vector by seq, and for
// each key a list of seqs. A list is put in order by the first scan that needs it, so that appends
// stay cheap when events arrive out of order. A cursor remembers the position of its last event and
// not an index into the list, since later events may move the list; it passes over events that
// arrived after it was made, so that every walk ends. Erasing puts stubs in place of events and
// then derives everything anew from the events, as a store on disk does. Any thread may call it.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_text.h"
#include "hence/erase.h"
#include "hence/store.h"
#include "model/keys.h"
#include "store/memory/quarantine.h"
#include "store/memory/summaries.h"

namespace hence {

// A cursor must not outlive the store it came from. It sees what was there when it was made.
class MemoryStore final : public Store, public ErasableStore {
public:
    Result<Receipt> append(const Batch& batch, const Check& check = {}) override;

    Result<std::optional<Event>> find(std::string_view id) const override;
    Result<std::unique_ptr<Cursor>> scan(const Key& key, const Scan& scan = {}) const override;
    Result<std::unique_ptr<Cursor>> read(std::uint64_t from_seq,
                                         std::uint64_t to_seq) const override;
    std::uint64_t last_seq() const override;
    bool may_have(Rare rare) const override { return (rare_ & bit_of(rare)) != 0; }

    Result<std::vector<Summary>> summaries(Space space, const Summary* after,
                                           std::size_t limit) const override;
    Result<std::optional<Summary>> summary(Space space, std::string_view id,
                                           std::string_view session = {}) const override;
    Result<std::vector<Summary>> rows_of_run(std::string_view run) const override;
    Result<std::vector<std::string>> runs_of(std::string_view session) const override;
    Result<std::vector<std::string>> names_like(Space space, std::string_view part,
                                                std::size_t limit) const override;

    Result<std::vector<QuarantineRow>> quarantine(std::uint64_t after_n,
                                                  std::size_t limit) const override;
    Result<QuarantineRow> quarantined(std::uint64_t n) const override;

    Result<Receipt> erase_all(const std::vector<Erasure>& erasures) override;
    Result<std::vector<std::uint64_t>> replaced() const override;

private:
    class KeyCursor;
    class LogCursor;

    // The events under one key. Most arrive in order; those that do not are put in place by the
    // first scan that needs them.
    struct Posting {
        std::vector<std::uint64_t> seqs;
        std::size_t ordered = 0;  // How many, from the front, are in the order of events.
    };

    void take(const Batch& batch, std::size_t index, Time received, Receipt& receipt);
    std::optional<Rejection> obstacle(const Event& event, const std::vector<KeyView>& keys) const;
    void keep(const Event& event, const std::vector<KeyView>& keys, Time received);
    void supersede(std::uint64_t seq);
    void derive_anew();

    Posting* posting(Space space, std::string_view value) const;
    Position position(std::uint64_t seq) const { return {events_[seq - 1].time(), seq}; }
    std::shared_lock<std::shared_mutex> lock_in_order(Posting& posting) const;

    // Appends hold `commit_` throughout and `guard_` only while they write, so that a check can
    // read the store inside the commit. The order of a posting changes under `guard_`, too.
    std::mutex commit_;
    mutable std::shared_mutex guard_;
    std::vector<Event> events_;  // Number seq stands at seq - 1.
    std::atomic<RareBits> rare_ = 0;
    ByText<std::uint64_t> seq_by_id_;
    std::set<std::uint64_t> completed_;  // Events whose place another one took.
    mutable std::map<Space, ByText<Posting>> postings_;
    MemorySummaries summaries_;
    MemoryQuarantine quarantine_;
    Keys keys_;
};

}  // namespace hence
