// Walks through the postings of a key in the engine's index.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/try.h"
#include "store/format/event_codec.h"
#include "store/format/posting.h"
#include "store/postgres/body.h"
#include "store/postgres/events.h"

namespace hence::postgres {
namespace {

// Postings are read so many at a time, at first and later.
constexpr std::int32_t first_page = 64;
constexpr std::int32_t page = 512;
// Chunks are read ahead for so many postings, at first and at most.
constexpr std::size_t ahead_first = 8;
constexpr std::size_t ahead_max = 256;

// Postings of one key, page by page.
class Walk final : public PostingWalk {
public:
    Walk(const Events& events, std::string part, const Scan& scan)
        : events_(events), part_(std::move(part)), forward_(scan.direction == Direction::forward) {
        if (forward_) {
            if (const std::optional<Time> low = earliest_of(scan)) {
                put_instant(next_, {low->seconds - posting_span_max_seconds, low->nanos, 0});
            }
        } else {
            if (const std::optional<Time> high = latest_of(scan)) {
                put_instant(next_, *high);
            }
            next_.append(24, '\xFF');
        }
    }

    Statement question() const {
        Statement statement(
            forward_ ? "SELECT part, rest, piece, body FROM hence_index WHERE log = $1 AND "
                       "part = $2 AND rest >= $3 ORDER BY rest, piece LIMIT $4"
                     : "SELECT part, rest, piece, body FROM hence_index WHERE log = $1 AND "
                       "part = $2 AND rest <= $3 ORDER BY rest DESC, piece DESC LIMIT $4");
        statement.integer(events_.log()).bytes(part_).bytes(next_).integer(size_);
        return statement;
    }

    // Takes the page that `question` asked for.
    Result<void> take(const Rows& rows) {
        postings_.clear();
        at_ = 0;
        ahead_to_ = 0;
        int whole = rows.size();
        if (whole == size_) {
            // The last value of the page may be cut off.
            const std::string_view last = rows.bytes(whole - 1, 1);
            while (whole > 0 && rows.bytes(whole - 1, 1) == last) {
                --whole;
            }
            if (whole == 0) {
                size_ *= 2;  // One value takes more than a page.
                return {};
            }
        } else {
            ended_ = true;
        }
        for (int row = 0; row < whole;) {
            const std::string_view rest = rows.bytes(row, 1);
            PieceJoiner pieces;
            for (; row < whole && rows.bytes(row, 1) == rest; ++row) {
                pieces.add(rows.number(row, 2), rows.bytes(row, 3));
            }
            std::string value = TRY(pieces.join());
            postings_.emplace_back(std::string(rest), std::move(value));
        }
        if (!ended_) {
            next_ = rows.bytes(whole, 1);
            size_ = page;
        }
        return look_ahead();
    }

    bool valid() const override { return !failure_ && at_ < postings_.size(); }
    std::string_view place_in_key() const override { return postings_[at_].first; }
    std::string_view value() const override { return postings_[at_].second; }
    Result<void> status() const override {
        return failure_ ? Result<void>(*failure_) : Result<void>();
    }

    void step() override {
        ++at_;
        const Result<void> gone_on = go_on();
        if (!gone_on) {
            failure_ = gone_on.error();
        }
    }

    // Reads pages until there is a posting, or none is left.
    Result<void> go_on() {
        while (at_ >= postings_.size() && !ended_) {
            const std::vector<Rows> rows = TRY(events_.pool().ask({question()}));
            TRY(take(rows.front()));
        }
        return at_ < postings_.size() && at_ >= ahead_to_ ? look_ahead() : Result<void>();
    }

    void made_at(std::uint64_t seq) { made_at_ = seq; }

    Result<bool> is_completed(std::uint64_t seq) const override {
        const auto known = completed_.find(seq);
        if (known != completed_.end()) {
            return known->second != 0 && known->second <= made_at_;
        }
        // Not of a posting: a child in the chunk of its parent.
        TRY(ask_completed({seq}));
        return is_completed(seq);
    }

private:
    // Reads the chunks of the next postings, and which of their events were completed.
    Result<void> look_ahead() {
        const std::size_t end = std::min(postings_.size(), at_ + ahead_);
        std::vector<Place> places;
        for (std::size_t i = at_; i < end; ++i) {
            const Posting posting = TRY(decode_posting(postings_[i].second));
            places.insert(places.end(), posting.places.begin(), posting.places.end());
        }
        ahead_to_ = end;
        ahead_ = std::min(ahead_ * 2, ahead_max);
        TRY(events_.fetch(places));
        std::vector<std::uint64_t> flagged;
        for (const Place& place : places) {
            const std::shared_ptr<const Chunk> chunk = TRY(events_.chunk(place));
            const std::size_t slot = TRY(slot_of(*chunk, place.seq));
            if (has_flags(chunk->events()[slot].stored)) {
                flagged.push_back(place.seq);
            }
        }
        completed_.clear();
        return flagged.empty() ? Result<void>() : ask_completed(flagged);
    }

    Result<void> ask_completed(const std::vector<std::uint64_t>& seqs) const {
        std::vector<std::string> rests;
        for (const std::uint64_t seq : seqs) {
            completed_.emplace(seq, 0);
            rests.push_back(seq_bytes(seq));
        }
        const std::string part(1, index_key::completed);
        const std::vector<Rows> rows =
            TRY(events_.pool().ask({select_rests(Table::index, events_.log(), part, rests)}));
        return each_value(
            rows.front(),
            [&](std::string_view, std::string_view rest, const std::string& value) -> Result<void> {
                completed_[ByteReader(rest).be64()] =
                    std::max<std::uint64_t>(1, ByteReader(value).varint());
                return {};
            });
    }

    const Events& events_;
    std::string part_;
    bool forward_;
    std::string next_;  // Where the next page begins.
    std::int32_t size_ = first_page;
    bool ended_ = false;
    std::vector<std::pair<std::string, std::string>> postings_;
    std::size_t at_ = 0;
    std::size_t ahead_ = ahead_first;
    std::size_t ahead_to_ = 0;
    std::uint64_t made_at_ = 0;
    mutable std::unordered_map<std::uint64_t, std::uint64_t> completed_;  // By which commit; or 0.
    std::optional<Error> failure_;
};

}  // namespace

Result<std::unique_ptr<Cursor>> scan_events(const Events& events, const Key& key,
                                            const Scan& scan) {
    std::string part;
    index_key::put_posting_prefix(part, key.space, key.value);
    auto walk = std::make_unique<Walk>(events, std::move(part), scan);
    std::vector<Statement> statements{select_head(events.log()), walk->question()};
    const bool children = key.space == Space::parent;
    if (children) {
        statements.push_back(
            select_parts(Table::index, events.log(), {index_key::of_id(key.value)}));
    }
    const std::vector<Rows> rows = TRY(events.pool().ask(statements));
    const HeadRow head = TRY(take_head(rows[0]));
    events.as_of(head);
    walk->made_at(static_cast<std::uint64_t>(head.last_seq));
    TRY(walk->take(rows[1]));
    TRY(walk->go_on());
    std::optional<ParentPlace> parent;
    if (children) {
        const auto take = [&](std::string_view, std::string_view,
                              const std::string& value) -> Result<void> {
            const Place place = TRY(decode_place(value));
            parent = ParentPlace{key.value, place};
            return {};
        };
        TRY(each_value(rows[2], take));
    }
    return scan_postings(events, std::move(walk), scan, parent,
                         static_cast<std::uint64_t>(head.last_seq));
}

}  // namespace hence::postgres
