#include "server/door/client_store.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "base/process.h"
#include "base/try.h"
#include "model/json/json.h"
#include "server/wire/texts.h"
#include "store/format/summary_codec.h"

namespace hence {
namespace {

constexpr std::uint64_t first_page = 16;
constexpr std::uint64_t page_growth = 4;
constexpr std::uint64_t page_max = 4'096;

Error broken_answer() {
    return {Code::io, "the answer of the store's process is broken",
            "it may be of another version"};
}

// One call at a time over a door; the door sees to it that calls may come from many threads.
class Calls {
public:
    explicit Calls(std::unique_ptr<Door> door) : door_(std::move(door)) {}
    Calls(const Calls&) = delete;
    Calls& operator=(const Calls&) = delete;
    ~Calls() {
        if (!opened_in_.is_here()) {
            static_cast<void>(door_.release());  // Its threads are the parent's.
        }
    }

    Result<std::string> ask(std::string_view call, std::string body) const {
        if (!opened_in_.is_here()) {
            return Error{Code::unsupported, "the store was opened before this process was forked",
                         "open it again after fork, or start the child with exec"};
        }
        Request request{.method = "POST", .path = {"api", "v1", "store", std::string(call)}};
        request.headers["accept"] = "application/json";
        request.headers["content-type"] = texts_type;
        request.body = std::move(body);
        std::string answer;
        const Reply reply = TRY(door_->send(request, [&](std::string_view piece) {
            answer += piece;
            return Result<void>();
        }));
        if (reply.refused) {
            return *reply.refused;
        }
        return answer;
    }

private:
    ProcessMark opened_in_;
    std::unique_ptr<Door> door_;
};

// An event with what the store added to it.
Result<Event> stored_event(std::string_view json) {
    const Event event = TRY(Event::parse(json));
    const Json members(json);
    const std::optional<double> seq = members["seq"].number();
    const Time received = TRY(parse_time(members["received"].string().value_or("")));
    if (!seq) {
        return broken_answer();
    }
    return event.stored_as(static_cast<std::uint64_t>(*seq), received);
}

Result<std::vector<Event>> events_in(std::string_view answer) {
    std::vector<Event> events;
    TextsReader texts(answer);
    while (texts.ok() && !texts.at_end()) {
        const std::string_view json = texts.text();
        if (texts.ok()) {
            Event event = TRY(stored_event(json));
            events.push_back(std::move(event));
        }
    }
    if (!texts.ok()) {
        return broken_answer();
    }
    return events;
}

Result<std::vector<Summary>> rows_in(std::string_view answer) {
    std::vector<Summary> rows;
    TextsReader texts(answer);
    while (texts.ok() && !texts.at_end()) {
        Summary row = TRY(decode_summary(texts.text()));
        rows.push_back(std::move(row));
    }
    if (!texts.ok()) {
        return broken_answer();
    }
    return rows;
}

Result<std::vector<std::string>> names_in(std::string_view answer) {
    std::vector<std::string> names;
    TextsReader texts(answer);
    while (texts.ok() && !texts.at_end()) {
        names.emplace_back(texts.text());
    }
    if (!texts.ok()) {
        return broken_answer();
    }
    return names;
}

Result<std::vector<QuarantineRow>> quarantine_rows_in(std::string_view answer) {
    std::vector<QuarantineRow> rows;
    TextsReader texts(answer);
    while (texts.ok() && !texts.at_end()) {
        QuarantineRow row;
        row.n = texts.number();
        row.source = texts.text();
        row.line = texts.number();
        row.reason = texts.text();
        row.size = texts.number();
        row.count = texts.number();
        row.sha256 = texts.text();
        row.bytes = texts.text();
        rows.push_back(std::move(row));
    }
    if (!texts.ok()) {
        return broken_answer();
    }
    return rows;
}

// A scan or a read, page by page. `next_call` says how to ask for what lies behind an event.
class PagedCursor final : public Cursor {
public:
    using Ask = std::function<Result<std::string>(const Event* after, std::uint64_t limit)>;

    explicit PagedCursor(Ask ask) : ask_(std::move(ask)) {}

    Result<std::optional<Event>> next() override {
        if (page_.empty() && !ended_) {
            TRY(fetch());
        }
        if (page_.empty()) {
            return std::optional<Event>();
        }
        std::optional<Event> event = std::move(page_.front());
        page_.pop_front();
        return event;
    }

private:
    Result<void> fetch() {
        const std::string answer = TRY(ask_(last_ ? &*last_ : nullptr, size_));
        std::vector<Event> events = TRY(events_in(answer));
        // A page may be shorter than asked, where its events are large: only an empty one ends.
        ended_ = events.empty();
        if (!ended_) {
            last_ = events.back();
            page_.assign(std::make_move_iterator(events.begin()),
                         std::make_move_iterator(events.end()));
        }
        size_ = std::min(size_ * page_growth, page_max);
        return {};
    }

    Ask ask_;
    std::deque<Event> page_;
    std::optional<Event> last_;
    std::uint64_t size_ = first_page;
    bool ended_ = false;
};

void put_time(std::string& out, const std::optional<Time>& time) {
    put_text(out, time ? to_string(*time) : "");
}

class ClientStore final : public Store {
public:
    explicit ClientStore(std::unique_ptr<Door> door)
        : calls_(std::make_shared<Calls>(std::move(door))) {}

    Result<Receipt> append(const Batch& batch, const Check& check) override {
        const bool special = check || !batch.refused.empty() || !batch.released.empty() ||
                             std::ranges::any_of(batch.events, &Incoming::replaces);
        if (special) {
            return Error{Code::unsupported,
                         "only the process that keeps the store can do this in one commit",
                         "ask it through its command or its HTTP interface"};
        }
        std::string body;
        put_number(body, batch.sync ? 1 : 0);
        put_text(body, batch.source);
        for (const Incoming& incoming : batch.events) {
            put_text(body, incoming.event.to_json());
        }
        const std::string answer = TRY(calls_->ask("append", std::move(body)));
        return receipt_in(answer);
    }

    Result<std::optional<Event>> find(std::string_view id) const override {
        std::string body;
        put_text(body, id);
        const std::string answer = TRY(calls_->ask("find", std::move(body)));
        std::vector<Event> events = TRY(events_in(answer));
        return events.empty() ? std::optional<Event>() : std::move(events.front());
    }

    Result<std::unique_ptr<Cursor>> scan(const Key& key, const Scan& scan) const override {
        const auto ask = [calls = calls_, key, scan](const Event* after, std::uint64_t limit) {
            std::optional<Position> from = scan.after;
            if (after != nullptr) {
                from = Position{.time = after->time(), .seq = after->seq()};
            }
            std::string body;
            put_number(body, static_cast<std::uint64_t>(key.space));
            put_text(body, key.value);
            put_time(body, scan.from);
            put_time(body, scan.to);
            put_number(body, scan.direction == Direction::forward ? 0 : 1);
            put_time(body, from ? std::optional<Time>(from->time) : std::nullopt);
            put_number(body, from ? from->seq : 0);
            put_number(body, limit);
            return calls->ask("scan", std::move(body));
        };
        return std::unique_ptr<Cursor>(std::make_unique<PagedCursor>(ask));
    }

    Result<std::unique_ptr<Cursor>> read(std::uint64_t from_seq,
                                         std::uint64_t to_seq) const override {
        const auto ask = [calls = calls_, from_seq, to_seq](
                             const Event* after, std::uint64_t limit) -> Result<std::string> {
            const std::uint64_t from = after == nullptr ? from_seq : after->seq() + 1;
            if (from > to_seq) {
                return std::string();
            }
            std::string body;
            put_number(body, from);
            put_number(body, to_seq);
            put_number(body, limit);
            return calls->ask("read", std::move(body));
        };
        return std::unique_ptr<Cursor>(std::make_unique<PagedCursor>(ask));
    }

    // The call has no error to give: a process that does not answer has stored nothing.
    std::uint64_t last_seq() const override {
        const Result<std::string> answer = calls_->ask("state", {});
        return answer ? TextsReader(*answer).number() : 0;
    }

    Result<std::vector<Summary>> summaries(Space space, const Summary* after,
                                           std::size_t limit) const override {
        std::string body;
        put_number(body, static_cast<std::uint64_t>(space));
        put_number(body, limit);
        put_text(body, after == nullptr ? "" : encode_summary(*after));
        const std::string answer = TRY(calls_->ask("rows", std::move(body)));
        return rows_in(answer);
    }

    Result<std::optional<Summary>> summary(Space space, std::string_view id,
                                           std::string_view session) const override {
        std::string body;
        put_number(body, static_cast<std::uint64_t>(space));
        put_text(body, id);
        put_text(body, session);
        const std::string answer = TRY(calls_->ask("row", std::move(body)));
        std::vector<Summary> rows = TRY(rows_in(answer));
        return rows.empty() ? std::optional<Summary>() : std::move(rows.front());
    }

    Result<std::vector<Summary>> rows_of_run(std::string_view run) const override {
        std::string body;
        put_text(body, run);
        const std::string answer = TRY(calls_->ask("rows_of_run", std::move(body)));
        return rows_in(answer);
    }

    Result<std::vector<std::string>> runs_of(std::string_view session) const override {
        std::string body;
        put_text(body, session);
        const std::string answer = TRY(calls_->ask("runs_of", std::move(body)));
        return names_in(answer);
    }

    Result<std::vector<std::string>> names_like(Space space, std::string_view part,
                                                std::size_t limit) const override {
        std::string body;
        put_number(body, static_cast<std::uint64_t>(space));
        put_text(body, part);
        put_number(body, limit);
        const std::string answer = TRY(calls_->ask("names", std::move(body)));
        return names_in(answer);
    }

    Result<std::vector<QuarantineRow>> quarantine(std::uint64_t after_n,
                                                  std::size_t limit) const override {
        std::string body;
        put_number(body, after_n);
        put_number(body, limit);
        const std::string answer = TRY(calls_->ask("quarantine", std::move(body)));
        return quarantine_rows_in(answer);
    }

    Result<QuarantineRow> quarantined(std::uint64_t n) const override {
        std::string body;
        put_number(body, n);
        const std::string answer = TRY(calls_->ask("quarantined", std::move(body)));
        std::vector<QuarantineRow> rows = TRY(quarantine_rows_in(answer));
        if (rows.size() != 1) {
            return broken_answer();
        }
        return std::move(rows.front());
    }

    std::optional<Error> damage() const override {
        const Result<std::string> answer = calls_->ask("state", {});
        if (!answer) {
            return answer.error();
        }
        TextsReader texts(*answer);
        texts.number();
        if (texts.at_end()) {
            return std::nullopt;
        }
        Error error{code_named(texts.text()), std::string(texts.text())};
        error.hint = texts.text();
        return error;
    }

private:
    static Result<Receipt> receipt_in(std::string_view answer) {
        TextsReader texts(answer);
        Receipt receipt;
        receipt.accepted = texts.number();
        receipt.duplicates = texts.number();
        receipt.quarantined = texts.number();
        receipt.first_seq = texts.number();
        receipt.last_seq = texts.number();
        for (std::uint64_t left = texts.number(); left > 0 && texts.ok(); --left) {
            Rejection rejection;
            rejection.index = texts.number();
            rejection.reason = texts.text();
            rejection.stands = texts.text();
            receipt.rejections.push_back(std::move(rejection));
        }
        while (texts.ok() && !texts.at_end()) {
            receipt.repeated.push_back(texts.number());
        }
        if (!texts.ok()) {
            return broken_answer();
        }
        return receipt;
    }

    std::shared_ptr<Calls> calls_;  // Shared with cursors.
};

}  // namespace

Result<std::unique_ptr<Store>> open_client_store(std::unique_ptr<Door> door) {
    auto store = std::make_unique<ClientStore>(std::move(door));
    // A store that is damaged still answers; a process that is not there does not.
    TRY(store->summaries(Space::session, nullptr, 1));
    return std::unique_ptr<Store>(std::move(store));
}

}  // namespace hence
