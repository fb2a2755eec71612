// The suite that every backend must pass: how one is made, and a small language to tell it stories.
//
// A backend joins by a line in `backends`. For tests only.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hence/store.h"
#include "store/engine.h"
#include "store/integrity/encryption.h"
#include "store/postgres/server_for_test.h"
#include "store/rocks/rocks_store.h"

namespace hence {

// Where a store under test lives. What it keeps is gone with it.
class Backend {
public:
    virtual ~Backend() = default;
    // An empty store.
    virtual std::unique_ptr<Store> make() = 0;
    // The same store, closed and opened again.
    virtual std::unique_ptr<Store> reopen(std::unique_ptr<Store> store) = 0;
};

class MemoryBackend final : public Backend {
public:
    std::unique_ptr<Store> make() override { return open_memory_store(); }
    std::unique_ptr<Store> reopen(std::unique_ptr<Store> store) override { return store; }
};

class RocksBackend final : public Backend {
public:
    enum class Form : std::uint8_t { plain, encrypted };

    explicit RocksBackend(Form form = Form::plain) : form_(form) {
        std::string pattern =
            (std::filesystem::temp_directory_path() / "hence-test-XXXXXX").string();
        directory_ = mkdtemp(pattern.data());
    }
    ~RocksBackend() override { std::filesystem::remove_all(directory_); }
    RocksBackend(const RocksBackend&) = delete;
    RocksBackend& operator=(const RocksBackend&) = delete;

    std::unique_ptr<Store> make() override {
        if (form_ == Form::encrypted) {
            const Result<std::string> made =
                prepare_encrypted_store(directory_ / "store", directory_ / "user", {});
            EXPECT_TRUE(made) << (made ? "" : made.error().message);
        }
        return open();
    }
    std::unique_ptr<Store> reopen(std::unique_ptr<Store> store) override {
        store = nullptr;
        return open();
    }

private:
    std::unique_ptr<Store> open() {
        Result<std::unique_ptr<Store>> store =
            open_rocks_store(directory_ / "store", {.signing_keys = directory_ / "user"});
        EXPECT_TRUE(store) << (store ? "" : store.error().message);
        return store ? std::move(store).take() : nullptr;
    }

    Form form_;
    std::filesystem::path directory_;
};

class PostgresBackend : public Backend {
public:
    std::unique_ptr<Store> make() override {
        TestEngine* const engine = TestEngine::get();
        if (engine == nullptr) {
            ADD_FAILURE() << "no PostgreSQL server could be started: see tools/setup test";
            return nullptr;
        }
        address_ = engine->fresh_log();
        return open();
    }
    std::unique_ptr<Store> reopen(std::unique_ptr<Store> store) override {
        store = nullptr;
        return open();
    }

protected:
    std::unique_ptr<Store> open() const {
        Result<std::unique_ptr<Store>> store = open_engine_store(address_);
        EXPECT_TRUE(store) << (store ? "" : store.error().message);
        return store ? std::move(store).take() : nullptr;
    }

private:
    std::string address_;
};

// Two servers before one log, each of which stays open: whoever would open the store again asks the
// other one.
class TwoServersBackend final : public PostgresBackend {
public:
    std::unique_ptr<Store> make() override {
        other_ = nullptr;
        return PostgresBackend::make();
    }
    std::unique_ptr<Store> reopen(std::unique_ptr<Store> store) override {
        std::swap(store, other_);
        return store != nullptr ? std::move(store) : open();
    }

private:
    std::unique_ptr<Store> other_;
};

struct NamedBackend {
    const char* name;
    std::function<std::unique_ptr<Backend>()> make;
};

inline std::ostream& operator<<(std::ostream& out, const NamedBackend& backend) {
    return out << backend.name;
}

inline std::vector<NamedBackend> backends() {
    return {
        {"memory", [] { return std::make_unique<MemoryBackend>(); }},
        {"rocks", [] { return std::make_unique<RocksBackend>(); }},
        {"postgres", [] { return std::make_unique<PostgresBackend>(); }},
        {"encrypted", [] { return std::make_unique<RocksBackend>(RocksBackend::Form::encrypted); }},
    };
}

inline std::string backend_name(const testing::TestParamInfo<NamedBackend>& info) {
    return info.param.name;
}

// One event as JSON: an id, a moment on 23 February 2026 ("10:00:01.5Z"), and its other members, of
// which `kind` may be left out.
inline std::string event_json(std::string_view id, std::string_view moment,
                              std::string_view members = {}) {
    std::string json =
        "{\"id\":\"" + std::string(id) + "\",\"time\":\"2026-02-23T" + std::string(moment) + "\"";
    if (members.find("\"kind\"") == std::string_view::npos) {
        json += ",\"kind\":\"note\"";
    }
    if (!members.empty()) {
        json += "," + std::string(members);
    }
    return json + "}";
}

inline std::string outcome_json(std::string_view id, std::string_view of,
                                std::string_view correct = "true") {
    return event_json(id, "10:00:00Z",
                      "\"kind\":\"outcome\",\"fields\":{\"of\":\"" + std::string(of) +
                          "\",\"correct\":" + std::string(correct) + "}");
}

// Tells stories to a store, and reads its answers back as one line.
class StoreTest : public testing::TestWithParam<NamedBackend> {
protected:
    void SetUp() override {
        backend_ = GetParam().make();
        store_ = backend_->make();
        ASSERT_NE(store_, nullptr);
    }

    void TearDown() override { store_.reset(); }

    void reopen() {
        store_ = backend_->reopen(std::move(store_));
        ASSERT_NE(store_, nullptr);
    }

    // A batch of lines from the file "story". A line that is no event is refused as "not an event".
    static Batch batch(const std::vector<std::string>& lines) {
        Batch batch;
        batch.source = "story";
        std::uint64_t number = 0;
        for (const std::string& line : lines) {
            ++number;
            Result<Event> event = Event::parse(line);
            if (event) {
                batch.events.push_back({std::move(event).take(), number});
            } else {
                batch.refused.push_back({"story", number, "not an event", line});
            }
        }
        return batch;
    }

    Receipt append(const std::vector<std::string>& lines, const Check& check = {}) {
        return append(batch(lines), check);
    }

    Receipt append(const Batch& given, const Check& check = {}) {
        Result<Receipt> receipt = store_->append(given, check);
        EXPECT_TRUE(receipt) << (receipt ? "" : receipt.error().message);
        return receipt ? *receipt : Receipt{};
    }

    // Appends, and says what became of it: "2 new" or "1 new, 1 same, 2 refused: conflict a".
    std::string tell(const std::vector<std::string>& lines) { return in_words(append(lines)); }

    static std::string in_words(const Receipt& receipt) {
        std::string words = std::to_string(receipt.accepted) + " new";
        if (receipt.duplicates > 0) {
            words += ", " + std::to_string(receipt.duplicates) + " same";
        }
        if (receipt.quarantined > 0) {
            words += ", " + std::to_string(receipt.quarantined) + " refused";
        }
        for (const Rejection& rejection : receipt.rejections) {
            words += &rejection == &receipt.rejections.front() ? ": " : ", ";
            words += rejection.reason + " " + rejection.stands;
        }
        return words;
    }

    // What a cursor still has, "a b c" by id.
    static std::string ids(Result<std::unique_ptr<Cursor>> cursor) {
        if (!cursor) {
            return cursor.error().message;
        }
        std::string line;
        for (const Event& event : all(**cursor)) {
            line += (line.empty() ? "" : " ") + std::string(event.id());
        }
        return line;
    }

    static std::vector<Event> all(Cursor& cursor) {
        std::vector<Event> events;
        while (true) {
            Result<std::optional<Event>> next = cursor.next();
            EXPECT_TRUE(next) << (next ? "" : next.error().message);
            if (!next || !*next) {
                return events;
            }
            events.push_back(**next);
        }
    }

    std::string ask(Space space, std::string_view value, const Scan& scan = {}) const {
        return ids(store_->scan({space, std::string(value)}, scan));
    }

    std::string ask_all(const Scan& scan = {}) const { return ask(Space::all, "", scan); }

    // The event as it is stored, without what the store adds; or "none".
    std::string found(std::string_view id) const {
        const Result<std::optional<Event>> event = store_->find(id);
        EXPECT_TRUE(event) << (event ? "" : event.error().message);
        return event && *event ? (*event)->stored_as(0, {}).to_json() : "none";
    }

    std::unique_ptr<Backend> backend_;
    std::unique_ptr<Store> store_;
};

}  // namespace hence
