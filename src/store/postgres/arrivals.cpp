// Reads a log in the engine in order of arrival.
#include <algorithm>
#include <utility>

#include "base/try.h"
#include "store/postgres/body.h"
#include "store/postgres/events.h"

namespace hence::postgres {
namespace {

constexpr std::int32_t batches_page = 64;

// The batches of the log up to an event, a page at a time, and their chunks some batches ahead.
class Batches final : public BatchSource {
public:
    Batches(const Events& events, std::uint64_t to_seq) : events_(events), to_seq_(to_seq) {}

    Result<std::shared_ptr<const BatchPlaces>> places_at(std::uint64_t seq) const override {
        for (int attempt = 0; attempt < 2; ++attempt) {
            for (std::size_t i = 0; i < batches_.size(); ++i) {
                if (batches_[i]->end_seq() > seq) {
                    TRY(look_ahead(i, seq));
                    return batches_[i];
                }
            }
            TRY(read_from(seq));
        }
        return std::shared_ptr<const BatchPlaces>();
    }

private:
    Result<void> read_from(std::uint64_t seq) const {
        const std::string part(1, log_key::batch);
        Statement before(
            "SELECT part, rest, piece, body FROM hence_record WHERE log = $1 AND part = $2 AND "
            "rest = (SELECT rest FROM hence_record WHERE log = $1 AND part = $2 AND rest <= $3 "
            "ORDER BY rest DESC LIMIT 1) ORDER BY rest, piece");
        before.integer(events_.log()).bytes(part).bytes(seq_bytes(seq));
        Statement behind(
            "SELECT part, rest, piece, body FROM hence_record WHERE log = $1 AND part = $2 AND "
            "rest > $3 AND rest <= $4 ORDER BY rest, piece LIMIT $5");
        behind.integer(events_.log()).bytes(part).bytes(seq_bytes(seq));
        behind.bytes(seq_bytes(to_seq_)).integer(batches_page);
        const std::vector<Rows> rows = TRY(events_.pool().ask({before, behind}));
        batches_.clear();
        TRY(take(rows[0], false));
        return take(rows[1], rows[1].size() == batches_page);
    }

    // Fetches the chunks of the events that will be asked for, from `seq` in this batch on.
    Result<void> look_ahead(std::size_t batch, std::uint64_t seq) const {
        if (seq < fetched_to_) {
            return {};
        }
        std::vector<Place> wanted;
        for (; batch < batches_.size() && wanted.size() < places_together; ++batch) {
            const std::vector<Place>& places = batches_[batch]->places();
            wanted.insert(wanted.end(), std::ranges::lower_bound(places, seq, {}, &Place::seq),
                          std::ranges::upper_bound(places, to_seq_, {}, &Place::seq));
            fetched_to_ = batches_[batch]->end_seq();
        }
        return events_.fetch(wanted);
    }

    // `cut`: more follow, so the last value may lack pieces.
    Result<void> take(const Rows& rows, bool cut) const {
        int end = rows.size();
        if (cut) {
            const std::string_view last = rows.bytes(end - 1, 1);
            while (end > 1 && rows.bytes(end - 1, 1) == last) {
                --end;
            }
        }
        for (int row = 0; row < end;) {
            const std::string_view rest = rows.bytes(row, 1);
            PieceJoiner pieces;
            for (; row < end && rows.bytes(row, 1) == rest; ++row) {
                pieces.add(rows.number(row, 2), rows.bytes(row, 3));
            }
            const std::string value = TRY(pieces.join());
            const BatchEntry entry = TRY(BatchEntry::decode(value, ByteReader(rest).be64()));
            batches_.push_back(std::make_shared<const BatchPlaces>(entry));
        }
        return {};
    }

    static constexpr std::size_t places_together = 4'096;

    const Events& events_;
    std::uint64_t to_seq_;
    mutable std::vector<std::shared_ptr<const BatchPlaces>> batches_;
    mutable std::uint64_t fetched_to_ = 0;  // The chunks of events before this one were fetched.
};

class ArrivalCursor final : public Cursor {
public:
    ArrivalCursor(const Events& events, std::uint64_t from_seq, std::uint64_t to_seq)
        : batches_(events, to_seq), cursor_(read_batches(events, batches_, from_seq, to_seq)) {}

    Result<std::optional<Event>> next() override { return cursor_->next(); }

private:
    Batches batches_;
    std::unique_ptr<Cursor> cursor_;
};

}  // namespace

std::unique_ptr<Cursor> read_events(const Events& events, std::uint64_t from_seq,
                                    std::uint64_t to_seq) {
    return std::make_unique<ArrivalCursor>(events, from_seq, to_seq);
}

}  // namespace hence::postgres
