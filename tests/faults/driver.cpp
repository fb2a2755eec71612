// Records random batches into a store and says on standard output what became of each, so that
// whoever ends it by force knows what must be there afterwards.
//
//     driver STORE NAME BATCHES [EVENTS_MAX [TEXT_SIZE [go_on]]]
//
//     open LAST_SEQ           the store is open
//     try ID...               a batch is handed over
//     ack FIRST LAST          it is safe, and these are its numbers
//     refused                 it is not known to be safe; with go_on, the next one is tried
//     lost ID                 an event that was acknowledged is not found
//
// Exits with 3 when the store cannot be opened or takes nothing more, and says why on standard
// error.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "store/rocks/rocks_store.h"

namespace {

struct Plan {
    std::string name;
    std::uint64_t batches = 0;
    std::uint64_t events_max = 8;
    std::uint64_t text_size = 600;
    bool goes_on = false;  // After a refusal; then each event is asked for, too.
};

// Flushed at once: nothing that was said may be lost with the process.
void say(const std::string& line) {
    std::fputs((line + "\n").c_str(), stdout);
    std::fflush(stdout);
}

hence::Batch make_batch(const Plan& plan, std::uint64_t& last_id, std::mt19937_64& dice) {
    hence::Batch batch;
    batch.source = "driver";
    const std::uint64_t count = 1 + dice() % plan.events_max;
    for (std::uint64_t i = 0; i < count; ++i) {
        std::string text(dice() % (plan.text_size + 1), 'x');
        for (char& c : text) {
            c = static_cast<char>('a' + dice() % 26);
        }
        const std::string json = "{\"id\":\"" + plan.name + "-" + std::to_string(++last_id) +
                                 "\",\"kind\":\"thought\",\"time\":\"2026-02-23T10:00:00Z\"," +
                                 "\"session\":\"s" + std::to_string(dice() % 3) +
                                 "\",\"fields\":{\"word\":\"told\",\"text\":\"" + text + "\"}}";
        batch.events.push_back({hence::Event::parse(json).take(), i + 1});
    }
    return batch;
}

int run(const std::string& directory, const Plan& plan) {
    const auto fail = [](const hence::Error& error) {
        std::fprintf(stderr, "driver: %s\n", error.message.c_str());
        return 3;
    };
    hence::RocksOptions options;
    options.write_buffer_bytes = std::size_t{64} << 10;
    const auto store = hence::open_rocks_store(directory, options);
    if (!store) {
        return fail(store.error());
    }
    if ((*store)->damage()) {
        return fail(*(*store)->damage());
    }
    say("open " + std::to_string((*store)->last_seq()));
    std::mt19937_64 dice(std::hash<std::string>{}(plan.name));
    std::uint64_t last_id = 0;
    for (std::uint64_t i = 0; i < plan.batches; ++i) {
        const hence::Batch batch = make_batch(plan, last_id, dice);
        std::string tried = "try";
        for (const hence::Incoming& incoming : batch.events) {
            tried.append(" ").append(incoming.event.id());
        }
        say(tried);
        const hence::Result<hence::Receipt> receipt = (*store)->append(batch);
        if (!receipt && plan.goes_on) {
            say("refused");
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            continue;
        }
        if (!receipt) {
            return fail(receipt.error());
        }
        say("ack " + std::to_string(receipt->first_seq) + " " + std::to_string(receipt->last_seq));
        for (const hence::Incoming& incoming : batch.events) {
            const auto found = (*store)->find(incoming.event.id());
            if (plan.goes_on && found && !*found) {
                say("lost " + std::string(incoming.event.id()));
            }
        }
    }
    return 0;
}

}  // namespace

int main(int count, char** given) {
    const std::vector<std::string> arguments(given + 1, given + count);
    if (arguments.size() < 3) {
        std::fputs("driver STORE NAME BATCHES [EVENTS_MAX [TEXT_SIZE [go_on]]]\n", stderr);
        return 2;
    }
    const auto number = [&](std::size_t at, std::uint64_t otherwise) {
        return at < arguments.size() ? std::strtoull(arguments[at].c_str(), nullptr, 10)
                                     : otherwise;
    };
    return run(arguments[0], {arguments[1], number(2, 1), number(3, 8), number(4, 600),
                              arguments.size() > 5 && arguments[5] == "go_on"});
}
