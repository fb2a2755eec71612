// A store cannot know which events an answer keeps in memory. Answers about a session, a run or a
// correlation mostly hold all of it, and answers that go through the whole log mostly hold none. So
// events that are read under a name count as held; events that are read by kind, by arrival or all
// in order do not.
#include "server/router/asked_store.h"

namespace hence {
namespace {

// What an event takes in memory besides its own bytes, and what answers note of it.
constexpr std::uint64_t event_overhead = 256;

std::uint64_t bytes_of(const Event& event) {
    return event_overhead + event.fields().size() + event.rationale().size();
}

bool is_held(Space space) {
    return space != Space::all && space != Space::kind;
}

class AskedCursor final : public Cursor {
public:
    AskedCursor(std::unique_ptr<Cursor> cursor, std::shared_ptr<Asking> asking, bool held)
        : cursor_(std::move(cursor)), asking_(std::move(asking)), held_(held) {}

    Result<std::optional<Event>> next() override {
        std::optional<Event> event = TRY(cursor_->next());
        if (event) {
            TRY(asking_->has_read(held_ ? bytes_of(*event) : 0));
        }
        return event;
    }

private:
    std::unique_ptr<Cursor> cursor_;
    std::shared_ptr<Asking> asking_;
    bool held_;
};

}  // namespace

Result<std::optional<Event>> AskedStore::find(std::string_view id) const {
    std::optional<Event> event = TRY(ForwardingStore::find(id));
    TRY(asking_->has_read(event ? bytes_of(*event) : 0));
    return event;
}

Result<std::unique_ptr<Cursor>> AskedStore::scan(const Key& key, const Scan& scan) const {
    TRY(asking_->has_read(0));
    std::unique_ptr<Cursor> cursor = TRY(ForwardingStore::scan(key, scan));
    return std::unique_ptr<Cursor>(
        std::make_unique<AskedCursor>(std::move(cursor), asking_, is_held(key.space)));
}

Result<std::unique_ptr<Cursor>> AskedStore::read(std::uint64_t from_seq,
                                                 std::uint64_t to_seq) const {
    TRY(asking_->has_read(0));
    std::unique_ptr<Cursor> cursor = TRY(ForwardingStore::read(from_seq, to_seq));
    return std::unique_ptr<Cursor>(
        std::make_unique<AskedCursor>(std::move(cursor), asking_, false));
}

Result<std::vector<Summary>> AskedStore::summaries(Space space, const Summary* after,
                                                   std::size_t limit) const {
    TRY(asking_->has_read(0));
    return ForwardingStore::summaries(space, after, limit);
}

Result<std::string> AskedStore::sheet(SheetKind kind, std::uint64_t last_seq) const {
    TRY(asking_->has_read(0));
    return ForwardingStore::sheet(kind, last_seq);
}

}  // namespace hence
