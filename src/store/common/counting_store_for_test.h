// A store that counts what is read from it, and logs that grow in one direction. For tests only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hence/sink.h"
#include "store/common/forwarding_store.h"

namespace hence {

// Every look-up counts as one, and so does every event or row that is handed out.
class CountingStore final : public ForwardingStore {
public:
    CountingStore() : ForwardingStore(open_memory_store()) {}

    std::uint64_t reads() const { return *reads_; }

    Result<std::optional<Event>> find(std::string_view id) const override {
        ++*reads_;
        return ForwardingStore::find(id);
    }
    Result<std::unique_ptr<Cursor>> scan(const Key& key, const Scan& scan) const override {
        return counted(ForwardingStore::scan(key, scan));
    }
    Result<std::unique_ptr<Cursor>> read(std::uint64_t from, std::uint64_t to) const override {
        return counted(ForwardingStore::read(from, to));
    }
    Result<std::vector<Summary>> summaries(Space space, const Summary* after,
                                           std::size_t limit) const override {
        return rows(ForwardingStore::summaries(space, after, limit));
    }
    Result<std::optional<Summary>> summary(Space space, std::string_view id,
                                           std::string_view session) const override {
        ++*reads_;
        return ForwardingStore::summary(space, id, session);
    }
    Result<std::vector<Summary>> rows_of_run(std::string_view run) const override {
        return rows(ForwardingStore::rows_of_run(run));
    }
    Result<std::vector<std::string>> runs_of(std::string_view session) const override {
        return rows(ForwardingStore::runs_of(session));
    }

    // Records lines with ' for ".
    void record(const std::vector<std::string>& lines) {
        Batch batch;
        for (std::string line : lines) {
            std::replace(line.begin(), line.end(), '\'', '"');
            const Result<Event> event = Event::parse(line);
            ASSERT_TRUE(event) << event.error().message << " in " << line;
            batch.events.push_back({*event});
        }
        const Result<Receipt> receipt = append(batch, {});
        ASSERT_TRUE(receipt);
        ASSERT_EQ(receipt->accepted, lines.size());
    }

private:
    class CountingCursor final : public Cursor {
    public:
        CountingCursor(std::unique_ptr<Cursor> cursor, std::shared_ptr<std::uint64_t> reads)
            : cursor_(std::move(cursor)), reads_(std::move(reads)) {}
        Result<std::optional<Event>> next() override {
            ++*reads_;
            return cursor_->next();
        }

    private:
        std::unique_ptr<Cursor> cursor_;
        std::shared_ptr<std::uint64_t> reads_;
    };

    Result<std::unique_ptr<Cursor>> counted(Result<std::unique_ptr<Cursor>> cursor) const {
        ++*reads_;
        if (!cursor) {
            return cursor.error();
        }
        return std::unique_ptr<Cursor>(
            std::make_unique<CountingCursor>(std::move(cursor).take(), reads_));
    }

    template <class Rows>
    Result<Rows> rows(Result<Rows> found) const {
        *reads_ += 1 + (found ? found->size() : 0);
        return found;
    }

    std::shared_ptr<std::uint64_t> reads_ = std::make_shared<std::uint64_t>(0);
};

// One event of a log that grows: its members besides id, kind and time, with ' for ".
struct Grown {
    std::string kind = "thought";
    std::string members = "'session':'s','run':'r','agent':'a'";
    std::string fields = {};
};

inline std::string grown_line(int number, const Grown& grown) {
    return fmt::format(
        "{{'id':'e{}','kind':'{}','time':'2026-01-01T{:02}:{:02}:{:02}Z'{}{},"
        "'fields':{{{}}}}}",
        number, grown.kind, number / 3'600, number / 60 % 60, number % 60,
        grown.members.empty() ? "" : ",", grown.members, grown.fields);
}

// How many times more an answer reads of a log four times as long. What goes through the log once,
// or a few times, gives about 4; what goes through it for each event, about 16.
inline double reads_growth(int events, const std::function<Grown(int number, int events)>& grow,
                           const std::function<void(Store& store, int events)>& ask) {
    std::vector<double> reads;
    for (const int count : {events, 4 * events}) {
        CountingStore store;
        std::vector<std::string> lines;
        for (int i = 0; i < count; ++i) {
            lines.push_back(grown_line(i, grow(i, count)));
        }
        store.record(lines);
        const std::uint64_t before = store.reads();
        ask(store, count);
        reads.push_back(static_cast<double>(store.reads() - before));
    }
    return reads[1] / reads[0];
}

// What a writer writes.
inline std::string text_of(const std::function<Result<void>(const Sink&)>& write) {
    std::string text;
    const Result<void> done = write([&text](std::string_view piece) -> Result<void> {
        text.append(piece);
        return {};
    });
    EXPECT_TRUE(done) << done.error().message;
    return text;
}

}  // namespace hence
