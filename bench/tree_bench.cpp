// What proofs and encryption cost, in one run.
//
//     tree_bench [--events N] [--pairs N] [--proof-events N] [--dir DIRECTORY]
//
// Records the same events with the tree of proofs and without it, and into a plain and an encrypted
// store, in turns; then verifies a store and proves events from all over it. Processor time counts,
// of all threads until everything is indexed, in the tree and under a signed checkpoint: on a busy
// machine the clock on the wall says little, and is only told beside it. Making the events up is
// taken off. Prints a table; exits with 1 when a bar is missed. A directory that is given is kept,
// and a store in it that has its events is taken as it is.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bars.h"
#include "generator.h"
#include "hence/store.h"
#include "measured.h"
#include "must.h"
#include "store/integrity/encryption.h"
#include "store/integrity/integrity.h"
#include "store/integrity/proof.h"
#include "store/integrity/signing_keys.h"
#include "store/rocks/rocks_store.h"
#include "store/verify/verify.h"
#include "workplace.h"

namespace hence::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t seed = 20260223;
constexpr std::size_t batch_events = 512;
constexpr std::size_t proofs_asked = 500;
constexpr double verify_events = 1'000'000;  // The bar is for so many.

struct Cost {
    double processor = 0;  // Of all threads, without making the events up.
    double wall = 0;       // Of the appends alone.
};

// What a store is recorded with.
struct Kind {
    bool tree = true;
    bool encrypted = false;
};

struct Shape {
    std::size_t events = 300'000;
    std::size_t pairs = 5;
    std::size_t proof_events = 1'000'000;
};

class Bench {
public:
    Bench(fs::path directory, const Shape& shape)
        : directory_(std::move(directory)), keys_(directory_ / "keys"), shape_(shape) {
        if (!must(signing_key(keys_, {}))) {
            must(make_signing_key(keys_, {.store = {}, .name = "bench", .replace = false}));
        }
    }

    int run() {
        fmt::print("{} events in {} pairs; {} events to prove and verify\n\n", shape_.events,
                   shape_.pairs, shape_.proof_events);
        fmt::print("| what | figure | bar | met |\n|---|--:|---|---|\n");
        compare("append with the tree against without", {.tree = true}, {.tree = false});
        compare("append encrypted against plain", {.encrypted = true}, {});
        const fs::path store = directory_ / "proven";
        record(store, {}, shape_.proof_events);
        weigh(store);
        ask_for_proofs(store);
        check(store);
        return table_.status();
    }

private:
    std::unique_ptr<Store> open(const fs::path& path, const Kind& kind) {
        RocksOptions options;
        options.search = false;  // The rest must not hide what is measured.
        options.tree = kind.tree;
        options.signing_keys = keys_;
        if (kind.encrypted && !is_encrypted_store(path)) {
            must(prepare_encrypted_store(path, keys_, {}));
        }
        return must(open_rocks_store(path, options));
    }

    Cost record(const fs::path& path, const Kind& kind, std::size_t events) {
        const std::unique_ptr<Store> store = open(path, kind);
        Cost cost;
        if (store->last_seq() >= events) {
            return cost;
        }
        EventGenerator generator(seed);
        const double begin = process_seconds();
        double making = 0;
        for (std::size_t made = 0; made < events;) {
            const double making_begin = thread_seconds();
            Batch batch;
            for (std::size_t i = 0; i < batch_events && made < events; ++i, ++made) {
                batch.events.push_back({must(Event::parse(generator.next())), 1});
            }
            making += thread_seconds() - making_begin;
            const Clock::time_point appending = Clock::now();
            must(store->append(batch));
            cost.wall += seconds_since(appending);
        }
        must(store->find("no such id"));  // Waits for the index.
        if (kind.tree) {
            must(integrity_of(*store)->cover());
        }
        cost.processor = process_seconds() - begin - making;
        return cost;
    }

    // In turns, and each first every other time: the machine may change meanwhile.
    void compare(std::string_view what, const Kind& one, const Kind& other) {
        std::vector<double> processor;
        std::vector<double> wall;
        std::vector<double> each;
        for (std::size_t pair = 0; pair < shape_.pairs; ++pair) {
            Cost first = once(pair % 2 == 0 ? one : other);
            Cost second = once(pair % 2 == 0 ? other : one);
            if (pair % 2 != 0) {
                std::swap(first, second);
            }
            processor.push_back(second.processor / first.processor);
            wall.push_back(second.wall / first.wall);
            each.push_back(first.processor * 1e6 / static_cast<double>(shape_.events));
        }
        const double ratio = median(processor);
        const auto [least, most] = std::ranges::minmax(processor);
        table_.row(
            fmt::format("{}, {:.1f} us of processor for an event (clock on the wall: {:.2f})", what,
                        median(each), median(wall)),
            fmt::format("{:.2f} ({:.2f} to {:.2f})", ratio, least, most), ">= 0.9", ratio >= 0.9);
    }

    Cost once(const Kind& kind) {
        const fs::path path = directory_ / "turn";
        fs::remove_all(path);
        const Cost cost = record(path, kind, shape_.events);
        fs::remove_all(path);
        return cost;
    }

    void weigh(const fs::path& store) {
        const auto events = static_cast<double>(shape_.proof_events);
        const double tree = static_cast<double>(bytes_below(store / "tree")) / events;
        table_.row("bytes of the tree for an event, checkpoints included",
                   fmt::format("{:.1f}", tree), "32 to 40", tree >= 32 && tree <= 40);
        const double keys = static_cast<double>(bytes_below(store / "keys")) / events;
        table_.row("bytes of the keys of sessions for an event", fmt::format("{:.2f}", keys), "-",
                   true);
    }

    // Each event is asked for once, by its number, in a store that was just opened.
    void ask_for_proofs(const fs::path& path) {
        const std::unique_ptr<Store> store = open(path, {});
        Integrity& integrity = *integrity_of(*store);
        must(integrity.cover());
        std::mt19937_64 random(seed);
        std::uniform_int_distribution<std::uint64_t> any(1, store->last_seq());
        std::vector<double> processor;
        std::vector<double> wall;
        for (std::size_t i = 0; i < proofs_asked; ++i) {
            const std::uint64_t seq = any(random);
            const double begin = thread_seconds();
            const Clock::time_point began = Clock::now();
            const std::unique_ptr<Cursor> cursor = must(store->read(seq, seq));
            const std::optional<Event> event = must(cursor->next());
            const EventProof proof = must(prove(integrity, *event));
            wall.push_back(seconds_since(began) * 1e3);
            processor.push_back((thread_seconds() - begin) * 1e3);
            must(check_proof(proof));
        }
        const double slowest = *std::ranges::max_element(processor);
        table_.row(fmt::format("a proof among {} events, the slowest of {} (the middle one {:.2f} "
                               "ms; clock on the wall: {:.2f} and {:.2f} ms)",
                               store->last_seq(), proofs_asked, median(processor), median(wall),
                               *std::ranges::max_element(wall)),
                   fmt::format("{:.2f} ms", slowest), "<= 5 ms", slowest <= 5);
    }

    void check(const fs::path& path) {
        const double begin = process_seconds();
        const Clock::time_point began = Clock::now();
        const VerifyReport report =
            must(verify({.path = path, .checkpoint = {}, .keys = must(known_keys(keys_, path))}));
        const double wall = seconds_since(began);
        const double seconds = process_seconds() - begin;
        if (!report.is_right() || report.events != shape_.proof_events || report.signatures == 0) {
            fail({Code::corrupt, "the store that was just recorded does not verify"});
        }
        const double most = 20 * std::max(1.0, static_cast<double>(report.events) / verify_events);
        table_.row(
            fmt::format("verify of {} events (clock on the wall: {:.1f} s)", report.events, wall),
            fmt::format("{:.1f} s", seconds), fmt::format("<= {:.0f} s", most), seconds <= most);
    }

    fs::path directory_;
    fs::path keys_;
    Shape shape_;
    Bars table_;
};

}  // namespace
}  // namespace hence::bench

int main(int argc, char** argv) {
    hence::bench::Shape shape;
    std::filesystem::path directory;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string_view option = argv[i];
        const std::size_t number = std::strtoull(argv[i + 1], nullptr, 10);
        if (option == "--events") {
            shape.events = number;
        } else if (option == "--pairs") {
            shape.pairs = std::max<std::size_t>(1, number);
        } else if (option == "--proof-events") {
            shape.proof_events = number;
        } else if (option == "--dir") {
            directory = argv[i + 1];
        } else {
            fmt::print(stderr, "bench: unknown argument {}\n", option);
            return 2;
        }
    }
    const hence::bench::Workplace workplace(directory);
    return hence::bench::Bench(workplace.path(), shape).run();
}
