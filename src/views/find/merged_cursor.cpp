#include "views/find/merged_cursor.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/try.h"
#include "model/position.h"

namespace hence {
namespace {

struct Head {
    Event event;
    std::size_t source;
};

struct ComesLater {
    Direction direction;
    bool operator()(const Head& a, const Head& b) const {
        const Position left = position_of(a.event);
        const Position right = position_of(b.event);
        return direction == Direction::backward ? left < right : left > right;
    }
};

// A heap of the next event of each cursor: a session may own very many loose runs.
class MergedCursor final : public Cursor {
public:
    MergedCursor(std::vector<std::unique_ptr<Cursor>> cursors, Direction direction)
        : cursors_(std::move(cursors)), direction_(direction) {}

    Result<std::optional<Event>> next() override {
        for (; started_ < cursors_.size(); ++started_) {
            TRY(pull(started_));
        }
        if (heads_.empty()) {
            return std::optional<Event>();
        }
        std::ranges::pop_heap(heads_, ComesLater{direction_});
        Head head = std::move(heads_.back());
        heads_.pop_back();
        TRY(pull(head.source));
        return std::optional<Event>(std::move(head.event));
    }

private:
    Result<void> pull(std::size_t source) {
        std::optional<Event> event = TRY(cursors_[source]->next());
        if (event) {
            heads_.push_back({std::move(*event), source});
            std::ranges::push_heap(heads_, ComesLater{direction_});
        }
        return {};
    }

    std::vector<std::unique_ptr<Cursor>> cursors_;
    Direction direction_;
    std::size_t started_ = 0;
    std::vector<Head> heads_;
};

}  // namespace

std::unique_ptr<Cursor> merged(std::vector<std::unique_ptr<Cursor>> cursors, Direction direction) {
    if (cursors.size() == 1) {
        return std::move(cursors.front());
    }
    return std::make_unique<MergedCursor>(std::move(cursors), direction);
}

}  // namespace hence
