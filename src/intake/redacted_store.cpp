#include "intake/redacted_store.h"

#include <map>
#include <utility>

#include "base/try.h"

namespace hence {
namespace {

// An event that cannot be without its secrets is not shown at all.
Result<Event> without_secrets(const Event& event, Redaction& redaction) {
    Event redacted = event;
    const std::size_t found = TRY(Redactor().redact(redacted));
    if (found == 0) {
        return event;
    }
    const RedactKey key = TRY(redaction.key());
    TRY(close_marks(redacted, key));
    return redacted.stored_as(event.seq(), event.received());
}

Result<void> redact_text(std::string& text, Redaction& redaction) {
    if (Redactor().redact(text) > 0) {
        const RedactKey key = TRY(redaction.key());
        close_marks(text, key);
    }
    return {};
}

// The names of a row itself stay, because its events are found by them.
Result<void> redact_row(Summary& summary, Redaction& redaction) {
    if (summary.goal) {
        TRY(redact_text(summary.goal->second, redaction));
    }
    std::map<std::string, std::uint64_t> agents;
    for (const auto& [name, events] : summary.agents) {
        std::string agent = name;
        TRY(redact_text(agent, redaction));
        agents[std::move(agent)] += events;
    }
    summary.agents = std::move(agents);
    return {};
}

Result<std::vector<Summary>> with_redacted_texts(Result<std::vector<Summary>> rows,
                                                 Redaction& redaction) {
    if (rows) {
        for (Summary& row : *rows) {
            TRY(redact_row(row, redaction));
        }
    }
    return rows;
}

class RedactedCursor final : public Cursor {
public:
    RedactedCursor(std::unique_ptr<Cursor> cursor, Redaction& redaction)
        : cursor_(std::move(cursor)), redaction_(redaction) {}

    Result<std::optional<Event>> next() override {
        const std::optional<Event> event = TRY(cursor_->next());
        if (!event) {
            return std::optional<Event>();
        }
        Event redacted = TRY(without_secrets(*event, redaction_));
        return std::optional(std::move(redacted));
    }

private:
    std::unique_ptr<Cursor> cursor_;
    Redaction& redaction_;
};

}  // namespace

Result<std::optional<Event>> RedactedStore::find(std::string_view id) const {
    const std::optional<Event> event = TRY(ForwardingStore::find(id));
    if (!event) {
        return std::optional<Event>();
    }
    Event redacted = TRY(without_secrets(*event, redaction_));
    return std::optional(std::move(redacted));
}

Result<std::unique_ptr<Cursor>> RedactedStore::scan(const Key& key, const Scan& scan) const {
    std::unique_ptr<Cursor> cursor = TRY(ForwardingStore::scan(key, scan));
    return std::unique_ptr<Cursor>(std::make_unique<RedactedCursor>(std::move(cursor), redaction_));
}

Result<std::unique_ptr<Cursor>> RedactedStore::read(std::uint64_t from_seq,
                                                    std::uint64_t to_seq) const {
    std::unique_ptr<Cursor> cursor = TRY(ForwardingStore::read(from_seq, to_seq));
    return std::unique_ptr<Cursor>(std::make_unique<RedactedCursor>(std::move(cursor), redaction_));
}

Result<std::vector<Summary>> RedactedStore::summaries(Space space, const Summary* after,
                                                      std::size_t limit) const {
    return with_redacted_texts(ForwardingStore::summaries(space, after, limit), redaction_);
}

Result<std::optional<Summary>> RedactedStore::summary(Space space, std::string_view id,
                                                      std::string_view session) const {
    std::optional<Summary> row = TRY(ForwardingStore::summary(space, id, session));
    if (row) {
        TRY(redact_row(*row, redaction_));
    }
    return row;
}

Result<std::vector<Summary>> RedactedStore::rows_of_run(std::string_view run) const {
    return with_redacted_texts(ForwardingStore::rows_of_run(run), redaction_);
}

}  // namespace hence
