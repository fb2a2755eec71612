#include "views/shape/shape.h"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "hence/tree.h"
#include "views/cause/call.h"
#include "views/shape/cache.h"
#include "views/shape/rows.h"
#include "views/shape/shape_for_test.h"
#include "views/testing/story_for_test.h"

namespace hence {
namespace {

using ShapeTest = StoryTest;

std::string name_of(const ShapeNames& names, std::uint32_t number) {
    return number == ShapeNames::none ? "-" : names.name(number);
}

// Everything a shape says, by name: numbers of names depend on what came first.
std::string told(const SessionShape& shape) {
    std::string out = fmt::format("{} lost {} cycles {} roots {} depth {} in order {}\n",
                                  shape.size(), shape.missing_parents, shape.cycles,
                                  shape.tree.roots, shape.tree.depth, shape.as_arrived);
    for (std::uint32_t i = 0; i < shape.size(); ++i) {
        out += fmt::format("{} {} {} parent {} {} {} {} flags {}\n", shape.seqs[i],
                           to_string(shape.times[i]), shape.durations[i], shape.parents[i],
                           name_of(shape.kind_names, shape.kinds[i]),
                           name_of(shape.agent_names, shape.agents[i]),
                           name_of(shape.run_names, shape.runs[i]), shape.flags[i]);
    }
    for (std::size_t place = 0; place < shape.tree.size(); ++place) {
        out += fmt::format("({} {} {} {})", shape.tree.events[place], shape.tree.levels[place],
                           shape.tree.descendants[place], shape.tree.children[place]);
    }
    return out;
}

SessionShape shape_now(const Store& store, const std::string& session = "s1") {
    const Result<Shaped> shaped = shape_of(store, session);
    EXPECT_TRUE(shaped);
    return *shaped->shape;
}

TEST_F(ShapeTest, ItIsTheTreesShape) {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        Story story;
        story.tell_all(random_log(seed));
        const Result<Tree> grown = tree(story.store(), {.session = "s1"});
        ASSERT_TRUE(grown) << seed;
        const SessionShape shape = shape_now(story.store());
        ASSERT_EQ(shape.tree.size(), grown->nodes.size()) << seed;
        for (std::size_t place = 0; place < grown->nodes.size(); ++place) {
            EXPECT_EQ(shape.seqs[shape.tree.events[place]], grown->nodes[place].seq) << seed;
            EXPECT_EQ(shape.tree.levels[place], grown->nodes[place].level) << seed;
            EXPECT_EQ(shape.tree.last_of_siblings(place), grown->nodes[place].last) << seed;
        }
        EXPECT_EQ(shape.tree.roots, grown->roots) << seed;
        EXPECT_EQ(shape.tree.depth, grown->depth) << seed;
        EXPECT_EQ(shape.missing_parents, grown->completeness.missing_parents.size()) << seed;
        EXPECT_EQ(shape.cycles, grown->completeness.cycles.size()) << seed;
    }
}

TEST_F(ShapeTest, CallsTakeDurationAndFailureFromTheirEnds) {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        Story story;
        story.tell_all(random_log(seed));
        const SessionShape shape = shape_now(story.store());
        Sessions sessions(story.store());
        for (std::uint32_t i = 0; i < shape.size(); ++i) {
            const Event event = *(*(*story.store().read(shape.seqs[i], shape.seqs[i]))->next());
            if (event.kind() != "tool_call") {
                continue;
            }
            const std::optional<Event> end = *end_of_call(sessions, event);
            const std::optional<double> ended = end ? end->duration_ms() : std::nullopt;
            const double duration = event.duration_ms() ? *event.duration_ms() : ended.value_or(-1);
            EXPECT_EQ(shape.durations[i], duration) << seed;
            const bool failed = (shape_fact(event).flags & SessionShape::failed) != 0 ||
                                (end && (shape_fact(*end).flags & SessionShape::failed) != 0);
            EXPECT_EQ(shape.has(i, SessionShape::failed), failed) << seed;
            EXPECT_EQ(shape.status(i) == "ok",
                      !failed && (end || (shape_fact(event).flags & SessionShape::went_well) != 0))
                << seed;
        }
    }
}

TEST_F(ShapeTest, BroughtUpToDateIsReadAnew) {
    for (std::uint32_t seed = 0; seed < 150; ++seed) {
        const std::vector<std::string> log = random_log(seed);
        Story story;
        story.tell(log.front());
        Result<Shaped> shaped = shape_of(story.store(), "s1");
        for (std::size_t i = 1; i < log.size(); ++i) {
            story.tell(log[i]);
            if ((seed + i) % 3 == 0) {
                continue;  // Comes with the next.
            }
            shaped = brought_up_to_date(story.store(), *shaped);
            ASSERT_TRUE(shaped);
            EXPECT_EQ(shaped->last_seq, story.store().last_seq());
            ASSERT_EQ(told(*shaped->shape), told(shape_now(story.store()))) << seed << " at " << i;
        }
    }
}

TEST_F(ShapeTest, WhatAnotherSessionGetsChangesNothing) {
    tell("'id':'a'");
    const Shaped before = *shape_of(store(), "s1");
    tell("'id':'b','session':'s2'");
    const Shaped after = *brought_up_to_date(store(), before);
    EXPECT_EQ(after.shape, before.shape);
    EXPECT_EQ(after.last_seq, 2U);
}

TEST_F(ShapeTest, AParentThatComesLateElsewhereIsNoLongerLost) {
    tell("'id':'a','parent':'p'");
    const Shaped before = *shape_of(store(), "s1");
    EXPECT_EQ(before.shape->missing_parents, 1U);
    tell("'id':'p','session':'s2'");
    const Shaped after = *brought_up_to_date(store(), before);
    EXPECT_EQ(after.shape->missing_parents, 0U);
    EXPECT_EQ(told(*after.shape), told(shape_now(store())));
}

TEST_F(ShapeTest, TelemetryThatIsSettledAnewTakesThePlaceOfWhatWasThere) {
    const std::unique_ptr<Store> telemetry = open_memory_store();
    const auto give = [&](std::string_view session, std::string_view agent) {
        const std::string json = fmt::format(
            R"({{"id":"m","kind":"llm_call","time":"2026-01-01T00:00:00Z","session":"{}",)"
            R"("agent":"{}"}})",
            session, agent);
        Batch batch;
        batch.events.push_back(
            {.event = Event::parse(json).take().with_flag(Flag::settled), .replaces = true});
        EXPECT_EQ(telemetry->append(batch).take().accepted, 1U);
    };
    give("s1", "svc");
    Shaped shaped = shape_of(*telemetry, "s1").take();
    give("s1", "boss");
    shaped = brought_up_to_date(*telemetry, shaped).take();
    EXPECT_EQ(told(*shaped.shape), told(shape_now(*telemetry)));
    EXPECT_EQ(name_of(shaped.shape->agent_names, shaped.shape->agents.at(0)), "boss");
    give("s2", "boss");
    shaped = brought_up_to_date(*telemetry, shaped).take();
    EXPECT_EQ(shaped.shape->size(), 0U);
}

TEST_F(ShapeTest, LooseEventsComeAndGoWithTheirRun) {
    const auto loose = [&](std::string_view members) {
        Batch batch;
        batch.events.push_back({*Event::parse(members)});
        ASSERT_TRUE(store().append(batch));
    };
    tell("'id':'a','run':'r1'");
    Shaped shaped = *shape_of(store(), "s1");
    loose(R"({"id":"b","kind":"step","run":"r1","time":"2026-02-23T00:00:05Z"})");
    shaped = *brought_up_to_date(store(), shaped);
    EXPECT_EQ(shaped.shape->size(), 2U);
    // An earlier event of the run names another session, which takes the loose one.
    tell("'id':'c','run':'r1','session':'s0','time':'2026-02-22T00:00:00Z'");
    shaped = *brought_up_to_date(store(), shaped);
    EXPECT_EQ(told(*shaped.shape), told(shape_now(store())));
    EXPECT_EQ(shaped.shape->size(), 1U);
}

TEST_F(ShapeTest, AChainAsDeepAsItIsLong) {
    constexpr std::uint32_t count = 1'000'000;
    const SessionShape shape = chain_shape(count);
    EXPECT_EQ(shape.tree.depth, count);
    EXPECT_EQ(shape.tree.roots, 1U);
    EXPECT_EQ(shape.tree.descendants.front(), count - 1);
}

TEST_F(ShapeTest, TheCacheKeepsAFewAndStaysUpToDate) {
    ShapeCache cache({.size = 100, .sessions = 2});
    tell("'id':'a','session':'s1'");
    tell("'id':'b','session':'s2'");
    tell("'id':'c','session':'s3'");
    const Shaped first = *cache.get(store(), "s1");
    EXPECT_EQ(cache.get(store(), "s1")->shape, first.shape);
    ASSERT_TRUE(cache.get(store(), "s2"));
    ASSERT_TRUE(cache.get(store(), "s3"));
    EXPECT_EQ(cache.sessions_for_test(), 2U);
    EXPECT_NE(cache.get(store(), "s1")->shape, first.shape);
    tell("'id':'d','session':'s1'");
    EXPECT_EQ(cache.get(store(), "s1")->shape->size(), 2U);
}

TEST_F(ShapeTest, TheCacheIsBoundedByEvents) {
    ShapeCache cache({.size = 3, .sessions = 8});
    tell_all({"'id':'a','session':'s1'", "'id':'b','session':'s1'", "'id':'c','session':'s2'",
              "'id':'d','session':'s2'"});
    ASSERT_TRUE(cache.get(store(), "s1"));
    ASSERT_TRUE(cache.get(store(), "s2"));
    EXPECT_EQ(cache.sessions_for_test(), 1U);
}

TEST_F(ShapeTest, ManyThreadsAskWhileEventsArrive) {
    ShapeCache cache;
    tell("'id':'e0'");
    std::atomic<bool> done = false;
    std::vector<std::thread> readers;
    for (int i = 0; i < 3; ++i) {
        readers.emplace_back([&] {
            for (std::size_t before = 0; !done;) {
                const Shaped shaped = *cache.get(store(), "s1");
                EXPECT_GE(shaped.shape->size(), before);
                EXPECT_EQ(shaped.shape->size(), shaped.last_seq);
                before = shaped.shape->size();
            }
        });
    }
    for (int i = 1; i < 200; ++i) {
        tell(fmt::format("'id':'e{}','parent':'e{}'", i, i - 1));
    }
    done = true;
    for (std::thread& reader : readers) {
        reader.join();
    }
    EXPECT_EQ(told(*cache.get(store(), "s1")->shape), told(shape_now(store())));
}

}  // namespace
}  // namespace hence
