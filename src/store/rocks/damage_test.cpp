// A store whose files were damaged never gives a wrong answer: it answers as before, or says what
// is lost and answers from the rest. So does an encrypted one, whose keys may be damaged, too.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/hash.h"
#include "store/common/directory_for_test.h"
#include "store/format/summary_codec.h"
#include "store/integrity/encryption.h"
#include "store/rocks/rocks_store.h"

namespace hence::rocks {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t event_count = 500;
constexpr std::size_t batch_size = 20;

std::string bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void write_bytes(const fs::path& path, std::string_view bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

void flip(const fs::path& path, std::size_t at) {
    std::string bytes = bytes_of(path);
    ASSERT_LT(at, bytes.size());
    bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
    write_bytes(path, bytes);
}

void flip_in_the_middle(const fs::path& path) {
    flip(path, fs::file_size(path) / 2);
}

// Letters that do not compress to nothing: an encrypted store must get tables, too.
std::string letters(std::uint64_t seed, std::size_t size) {
    std::mt19937_64 dice(seed);
    std::string text(size, ' ');
    for (char& letter : text) {
        letter = static_cast<char>('a' + dice() % 26);
    }
    return text;
}

std::string event_json(std::uint64_t n) {
    // Every third carries a text of its session that is stored once.
    const std::string text = n % 3 == 0 ? letters(n % 5, 700) : letters(n, n % 200);
    return fmt::format(
        R"({{"id":"e{}","kind":"{}","time":"2026-02-23T1{}:00:{:02}Z","agent":"a{}",)"
        R"("session":"s{}","fields":{{"text":"{}","n":{}}}}})",
        n, n % 7 == 0 ? "error" : "thought", n % 10, n % 60, n % 3, n % 5, text, n);
}

// Everything that a store can be asked for, one line each; or the first error.
Result<std::vector<std::string>> everything(const Store& store) {
    std::vector<std::string> lines;
    const auto take = [&lines](Result<std::unique_ptr<Cursor>> cursor) -> std::optional<Error> {
        while (cursor) {
            const Result<std::optional<Event>> event = (*cursor)->next();
            if (!event) {
                return event.error();
            }
            if (!*event) {
                return std::nullopt;
            }
            lines.push_back((*event)->to_json());
        }
        return cursor.error();
    };
    if (const auto error = take(store.read(1, store.last_seq()))) {
        return *error;
    }
    for (const char* session : {"s0", "s1", "s2", "s3", "s4"}) {
        if (const auto error = take(store.scan({Space::session, session}))) {
            return *error;
        }
    }
    for (const Space space : {Space::session, Space::agent}) {
        const Result<std::vector<Summary>> rows = store.summaries(space, nullptr, 1'000);
        if (!rows) {
            return rows.error();
        }
        for (const Summary& row : *rows) {
            lines.push_back(encode_summary(row));
        }
    }
    const Result<std::vector<QuarantineRow>> refused = store.quarantine(0, 1'000);
    if (!refused) {
        return refused.error();
    }
    for (const QuarantineRow& row : *refused) {
        const Result<QuarantineRow> whole = store.quarantined(row.n);
        if (!whole) {
            return whole.error();
        }
        lines.push_back(fmt::format("{} {} {} {}", row.n, row.count, row.reason, whole->bytes));
    }
    return lines;
}

enum class Kept : std::uint8_t { plain, encrypted };

class DamageTest : public testing::TestWithParam<Kept> {
protected:
    // The store that all damage is done to copies of: tables, a write-ahead log, quarantine.
    void SetUp() override {
        if (GetParam() == Kept::encrypted) {
            const Result<std::string> made = prepare_encrypted_store(whole(), user_keys(), {});
            ASSERT_TRUE(made) << made.error().message;
        }
        {
            const std::unique_ptr<Store> store = open(whole());
            ASSERT_NE(store, nullptr);
            for (std::uint64_t n = 1; n <= event_count; n += batch_size) {
                append(*store, n);
            }
            const Result<std::vector<std::string>> lines = everything(*store);
            ASSERT_TRUE(lines) << lines.error().message;
            expected_ = *lines;
        }
        for (std::uint64_t seq = 1; seq <= event_count; ++seq) {
            by_id_["e" + std::to_string(seq)] = expected_[seq - 1];
        }
        fs::copy(whole(), path(), fs::copy_options::recursive);
        ASSERT_FALSE(files("log", ".sst").empty()) << "the test needs tables";
        ASSERT_FALSE(files("log", ".log").empty());
    }

    static void append(Store& store, std::uint64_t first) {
        Batch batch;
        batch.source = "test";
        for (std::uint64_t n = first; n < first + batch_size; ++n) {
            batch.events.push_back({Event::parse(event_json(n)).take(), n});
        }
        batch.refused.push_back({"test", first, "no event", fmt::format("line {}", first % 100)});
        const Result<Receipt> receipt = store.append(batch);
        ASSERT_TRUE(receipt) << receipt.error().message;
    }

    std::unique_ptr<Store> open(const fs::path& directory) {
        RocksOptions options;
        options.write_buffer_bytes = std::size_t{64} << 10;
        options.signing_keys = user_keys();
        Result<std::unique_ptr<Store>> store = open_rocks_store(directory, options);
        error_ = store ? std::nullopt : std::optional(store.error());
        return store ? std::move(store).take() : nullptr;
    }

    fs::path user_keys() const { return directory_.path() / "user"; }
    fs::path whole() const { return directory_.path() / "whole"; }
    fs::path path() const { return directory_.path() / "damaged"; }

    // The files of log/ or index/ with this ending (or this beginning), oldest first.
    std::vector<fs::path> files(const std::string& folder, const std::string& part) const {
        std::vector<fs::path> found;
        for (const fs::directory_entry& entry : fs::directory_iterator(path() / folder)) {
            const std::string name = entry.path().filename().string();
            if (name.ends_with(part) || name.starts_with(part)) {
                found.push_back(entry.path());
            }
        }
        std::ranges::sort(found);
        return found;
    }

    void start_afresh() {
        fs::remove_all(path());
        fs::copy(whole(), path(), fs::copy_options::recursive);
    }

    // The store opens with its damage told; what it still gives is true; it takes nothing.
    // Returns the message.
    std::string check_told() {
        const std::unique_ptr<Store> store = open(path());
        if (store == nullptr) {
            EXPECT_EQ(error_->code, Code::corrupt) << error_->message;
            return error_->message;
        }
        EXPECT_TRUE(store->damage()) << "nothing was noticed";
        intact_ = count_true_events(*store);
        Batch batch;
        batch.events.push_back({Event::parse(event_json(event_count + 1)).take(), 1});
        EXPECT_FALSE(store->append(batch));
        return store->damage() ? store->damage()->message : "";
    }

    // How many of the events can be found; each must be as it was.
    std::uint64_t count_true_events(const Store& store) {
        std::uint64_t count = 0;
        for (const auto& [id, json] : by_id_) {
            const Result<std::optional<Event>> event = store.find(id);
            if (event && *event) {
                EXPECT_EQ((*event)->to_json(), json);
                ++count;
            }
        }
        return count;
    }

    void check_as_before() {
        const std::unique_ptr<Store> store = open(path());
        ASSERT_NE(store, nullptr) << error_->message;
        ASSERT_FALSE(store->damage()) << store->damage()->message;
        const Result<std::vector<std::string>> lines = everything(*store);
        ASSERT_TRUE(lines) << lines.error().message;
        EXPECT_EQ(*lines, expected_);
        append(*store, event_count + 1);
    }

    StoreDirectory directory_;
    std::vector<std::string> expected_;
    std::map<std::string, std::string> by_id_;
    std::optional<Error> error_;
    std::uint64_t intact_ = 0;
};

TEST_P(DamageTest, AnUndamagedStoreAnswersAsBefore) {
    check_as_before();
}

TEST_P(DamageTest, AFlippedByteInTheWriteAheadLogIsTold) {
    const fs::path file = files("log", ".log").back();
    flip_in_the_middle(file);
    const std::string message = check_told();
    EXPECT_NE(message.find(file.filename().string()), std::string::npos) << message;
    EXPECT_NE(message.find(fmt::format("to {} are missing", event_count)), std::string::npos)
        << message;
    EXPECT_GT(intact_, 0U);
    EXPECT_LT(intact_, event_count);
}

TEST_P(DamageTest, ATruncatedWriteAheadLogIsTold) {
    const fs::path file = files("log", ".log").back();
    fs::resize_file(file, fs::file_size(file) / 2);
    const std::string message = check_told();
    EXPECT_NE(message.find(file.filename().string()), std::string::npos) << message;
    EXPECT_NE(message.find("are missing"), std::string::npos) << message;
    EXPECT_GT(intact_, 0U);
}

TEST_P(DamageTest, ADeletedWriteAheadLogIsTold) {
    for (const fs::path& file : files("log", ".log")) {
        fs::remove(file);
    }
    const std::string message = check_told();
    EXPECT_NE(message.find("are missing"), std::string::npos) << message;
    EXPECT_GT(intact_, 0U);
}

TEST_P(DamageTest, ALostLastWriteIsToldThoughItBroughtNoEvent) {
    {
        const std::unique_ptr<Store> store = open(path());
        Batch batch;
        batch.source = "test";
        batch.refused.push_back({"test", 1, "no event", "line 1"});  // Known: only counted.
        ASSERT_TRUE(store->append(batch));
    }
    const fs::path file = files("log", ".log").back();
    fs::resize_file(file, fs::file_size(file) - 1);
    EXPECT_NE(check_told().find("writes are missing"), std::string::npos);
    EXPECT_EQ(intact_, event_count);
}

TEST_P(DamageTest, ADamagedTableIsToldByWhoMeetsItOrAtOnce) {
    const fs::path table = files("log", ".sst").front();
    flip_in_the_middle(table);
    const std::unique_ptr<Store> store = open(path());
    ASSERT_NE(store, nullptr) << error_->message;
    if (!store->damage()) {
        const Result<std::vector<std::string>> lines = everything(*store);
        ASSERT_FALSE(lines);
        EXPECT_EQ(lines.error().code, Code::corrupt);
        EXPECT_NE(lines.error().message.find(table.filename().string()), std::string::npos)
            << lines.error().message;
    }
    EXPECT_GT(count_true_events(*store), 0U);
}

TEST_P(DamageTest, ADeletedTableIsTold) {
    const fs::path table = files("log", ".sst").front();
    fs::remove(table);
    const std::string message = check_told();
    // RocksDB looks for a table under an older ending last, and names that one.
    EXPECT_NE(message.find(table.stem().string()), std::string::npos) << message;
    EXPECT_NE(message.find("are missing"), std::string::npos) << message;
    EXPECT_GT(intact_, 0U);
}

TEST_P(DamageTest, WithoutManifestOrCurrentEveryEventIsStillRead) {
    for (const char* name : {"MANIFEST", "CURRENT"}) {
        start_afresh();
        fs::remove(files("log", name).back());
        EXPECT_NE(check_told().find("every event can be read"), std::string::npos) << name;
        EXPECT_EQ(intact_, event_count) << name;
    }
}

TEST_P(DamageTest, AFlippedByteInTheManifestIsTold) {
    flip_in_the_middle(files("log", "MANIFEST").back());
    check_told();
    EXPECT_EQ(intact_, event_count);
}

TEST_P(DamageTest, AMissingHeadIsTold) {
    fs::remove(path() / "head");
    EXPECT_NE(check_told().find("head is missing"), std::string::npos);
    EXPECT_EQ(intact_, event_count);
}

TEST_P(DamageTest, AHeadOfWhichNeitherSlotReadsIsTold) {
    flip(path() / "head", 20);
    flip(path() / "head", 512 + 20);
    EXPECT_NE(check_told().find("neither of its slots"), std::string::npos);
    EXPECT_EQ(intact_, event_count);
}

TEST_P(DamageTest, OneSlotOfTheHeadIsEnough) {
    flip(path() / "head", 20);
    check_as_before();
    start_afresh();
    flip(path() / "head", 512 + 20);
    check_as_before();
}

TEST_P(DamageTest, ALogThatIsGoneIsTotalLoss) {
    fs::remove_all(path() / "log");
    EXPECT_EQ(open(path()), nullptr);
    EXPECT_EQ(error_->code, Code::corrupt);
    EXPECT_NE(error_->message.find(fmt::format("events 1 to {} are missing", event_count)),
              std::string::npos)
        << error_->message;
}

TEST_P(DamageTest, ReadingADamagedStoreChangesNoneOfItsFiles) {
    flip_in_the_middle(files("log", ".log").back());
    const auto contents = [this] {
        std::map<std::string, std::string> all;
        for (const auto& entry : fs::recursive_directory_iterator(path())) {
            const std::string name = entry.path().filename().string();
            if (entry.is_regular_file() && !name.starts_with("LO") && name != "IDENTITY") {
                all[entry.path().string()] = bytes_of(entry.path());
            }
        }
        return all;
    };
    const std::map<std::string, std::string> before = contents();
    check_told();
    EXPECT_TRUE(contents() == before);
}

TEST_P(DamageTest, ANewerFormatIsRefused) {
    std::string head = bytes_of(path() / "head");
    std::string slot = head.substr(0, 12);
    slot[11] = 99;
    slot += '\x7F' + std::string(7, '\0') + head.substr(20, 24);  // A generation above all others.
    slot += std::string(as_bytes(sha256(slot)).substr(0, 16));
    head.replace(0, slot.size(), slot);
    write_bytes(path() / "head", head);
    EXPECT_EQ(open(path()), nullptr);
    EXPECT_EQ(error_->code, Code::unsupported) << error_->message;
}

TEST_P(DamageTest, AnIndexThatIsGoneIsBuiltAnew) {
    fs::remove_all(path() / "index");
    check_as_before();
}

// Damage that opening does not meet is met by a question, and then the next opening mends it.
TEST_P(DamageTest, ADamagedIndexIsBuiltAnew) {
    for (const fs::path& like : files("index", "")) {
        for (const char* how : {"flip", "cut", "remove"}) {
            start_afresh();
            const fs::path file = path() / "index" / like.filename();
            if (how[0] == 'r') {
                fs::remove(file);
            } else if (fs::file_size(file) == 0) {
                continue;
            } else if (how[0] == 'f') {
                flip_in_the_middle(file);
            } else {
                fs::resize_file(file, fs::file_size(file) / 2);
            }
            SCOPED_TRACE(fmt::format("{} {}", how, file.filename().string()));
            if (const std::unique_ptr<Store> store = open(path())) {
                const Result<std::vector<std::string>> lines = everything(*store);
                EXPECT_TRUE(!lines || *lines == expected_);
            }
            check_as_before();
        }
    }
}

TEST_P(DamageTest, NoRandomDamageGivesAWrongAnswer) {
    const int times =
        number_from_environment("HENCE_DAMAGES", 200) / (GetParam() == Kept::encrypted ? 2 : 1);
    const std::uint64_t seed = seed_from_environment();
    SCOPED_TRACE(fmt::format("HENCE_SEED={}", seed));
    std::mt19937_64 dice(seed);
    std::vector<fs::path> all;
    for (const auto& entry : fs::recursive_directory_iterator(path())) {
        if (entry.is_regular_file() && entry.file_size() > 0) {
            all.push_back(entry.path());
        }
    }
    std::ranges::sort(all);
    int noticed = 0;
    for (int time = 0; time < times && !HasFailure(); ++time) {
        start_afresh();
        const fs::path file = all[dice() % all.size()];
        const std::size_t at = dice() % fs::file_size(file);
        const bool cut = dice() % 4 == 0;
        if (cut) {
            fs::resize_file(file, at);
        } else {
            flip(file, at);
        }
        SCOPED_TRACE(fmt::format("{} {} at {}", cut ? "cut" : "flipped", file.string(), at));
        const std::unique_ptr<Store> store = open(path());
        const bool told = store == nullptr || store->damage();
        const Result<std::vector<std::string>> lines =
            store == nullptr ? Result<std::vector<std::string>>(*error_) : everything(*store);
        noticed += told || !lines ? 1 : 0;
        EXPECT_TRUE(told || !lines || *lines == expected_);
        if (store != nullptr && (told || !lines)) {
            count_true_events(*store);
        }
    }
    EXPECT_GT(noticed, times / 20) << "the damage done is too mild to test anything";
}

INSTANTIATE_TEST_SUITE_P(Stores, DamageTest, testing::Values(Kept::plain, Kept::encrypted),
                         [](const auto& kept) {
                             return kept.param == Kept::encrypted ? "encrypted" : "plain";
                         });

}  // namespace
}  // namespace hence::rocks
