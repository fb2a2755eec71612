// Reads a log in the engine in order of arrival.
#include <utility>

#include "base/try.h"
#include "store/postgres/body.h"
#include "store/postgres/events.h"

namespace hence::postgres {
namespace {

constexpr std::int32_t batches_page = 64;

// The batches of the log, a page at a time, each with its chunks.
class Batches final : public BatchSource {
public:
    explicit Batches(const Events& events) : events_(events) {}

    Result<std::shared_ptr<const BatchPlaces>> places_at(std::uint64_t seq) const override {
        for (int attempt = 0; attempt < 2; ++attempt) {
            for (const std::shared_ptr<const BatchPlaces>& batch : batches_) {
                if (batch->end_seq() > seq) {
                    return batch;
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
            "rest > $3 ORDER BY rest, piece LIMIT $4");
        behind.integer(events_.log()).bytes(part).bytes(seq_bytes(seq)).integer(batches_page);
        const std::vector<Rows> rows = TRY(events_.pool().ask({before, behind}));
        batches_.clear();
        TRY(take(rows[0], false));
        TRY(take(rows[1], rows[1].size() == batches_page));
        std::vector<Place> places;
        for (const std::shared_ptr<const BatchPlaces>& batch : batches_) {
            if (places.size() > places_together) {
                break;
            }
            places.insert(places.end(), batch->places().begin(), batch->places().end());
        }
        return events_.fetch(places);
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
    mutable std::vector<std::shared_ptr<const BatchPlaces>> batches_;
};

class ArrivalCursor final : public Cursor {
public:
    ArrivalCursor(const Events& events, std::uint64_t from_seq, std::uint64_t to_seq)
        : batches_(events), cursor_(read_batches(events, batches_, from_seq, to_seq)) {}

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
