// Tests of outlines: windows, filters, closed and open branches.
#include "hence/outline.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "hence/tree.h"
#include "model/json/json.h"
#include "views/outline/of_shape.h"
#include "views/shape/shape.h"
#include "views/shape/shape_for_test.h"
#include "views/testing/story_for_test.h"
#include "views/tree/turn_rows.h"

namespace hence {
namespace {

// What an outline is, worked out from the answer `tree`, event by event.
class NaiveOutline {
public:
    NaiveOutline(const Tree& grown, const OutlineRequest& request, const SessionShape& shape)
        : request_(request) {
        for (std::size_t i = 0; i < grown.nodes.size(); ++i) {
            const Event& event = grown.events[i];
            const auto index = *shape.index_of({event.time(), event.seq()});
            path_.resize(grown.nodes[i].level - 1);
            Node& node = nodes_.emplace_back();
            node.id = event.id();
            node.seq = event.seq();
            node.ordinal = index + std::uint64_t{1};
            node.above = path_;
            node.kept = (request.kinds.empty() ||
                         std::ranges::find(request.kinds, event.kind()) != request.kinds.end()) &&
                        (!request.errors || shape.status(index) == "error");
            path_.push_back(i);
        }
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            const Node& node = nodes_[i];
            if (node.id == request.at) {
                open_.insert(node.above.begin(), node.above.end());
            }
            if (std::ranges::find(request.open, node.seq) != request.open.end()) {
                open_.insert(i);
            }
        }
    }

    // "id level children descendants closed last", row by row.
    std::vector<std::string> rows() {
        std::vector<std::string> told;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            const Node& node = nodes_[i];
            if (!in_tree(node) || !shown(node) || !in_range(node)) {
                continue;
            }
            told.push_back(fmt::format("{} {} {} {} {} {}", node.id, level(node), children(i),
                                       descendants(i), descendants(i) > 0 && closes(i), last(i)));
        }
        return told;
    }

private:
    struct Node {
        std::string id;
        std::uint64_t seq = 0;
        std::uint64_t ordinal = 0;
        std::vector<std::size_t> above;  // From the root on.
        bool kept = true;
    };

    std::vector<std::size_t> kept_above(const Node& node) const {
        std::vector<std::size_t> kept;
        std::ranges::copy_if(node.above, std::back_inserter(kept),
                             [&](std::size_t each) { return nodes_[each].kept; });
        return kept;
    }
    std::uint64_t level(const Node& node) const { return kept_above(node).size() + 1; }
    bool closed(std::size_t i) const {
        return std::ranges::find(request_.closed, nodes_[i].seq) != request_.closed.end() &&
               !open_.contains(i);
    }
    bool closes(std::size_t i) const {
        return closed(i) ||
               (request_.levels > 0 && level(nodes_[i]) >= request_.levels && !open_.contains(i));
    }
    // Kept, and below no event that is closed but not kept.
    bool in_tree(const Node& node) const {
        return node.kept && std::ranges::none_of(node.above, [&](std::size_t each) {
                   return !nodes_[each].kept && closed(each);
               });
    }
    bool shown(const Node& node) const {
        const std::vector<std::size_t> above = kept_above(node);
        return std::ranges::none_of(above, [&](std::size_t each) { return closes(each); });
    }
    bool in_range(const Node& node) const {
        return node.ordinal > request_.after.value_or(0) &&
               node.ordinal < request_.before.value_or(UINT64_MAX);
    }
    bool below(const Node& node, std::size_t i) const {
        const std::vector<std::size_t> above = kept_above(node);
        return in_tree(node) && std::ranges::find(above, i) != above.end();
    }
    std::size_t descendants(std::size_t i) const {
        return static_cast<std::size_t>(
            std::ranges::count_if(nodes_, [&](const Node& node) { return below(node, i); }));
    }
    std::size_t children(std::size_t i) const {
        return static_cast<std::size_t>(std::ranges::count_if(nodes_, [&](const Node& node) {
            return below(node, i) && kept_above(node).back() == i;
        }));
    }
    bool last(std::size_t i) const {
        for (std::size_t later = i + 1; later < nodes_.size(); ++later) {
            if (in_tree(nodes_[later]) && kept_above(nodes_[later]) == kept_above(nodes_[i])) {
                return false;
            }
        }
        return true;
    }

    const OutlineRequest& request_;
    std::vector<Node> nodes_;
    std::vector<std::size_t> path_;
    std::set<std::size_t> open_;
};

std::vector<std::string> told(const Outline& answer) {
    std::vector<std::string> rows;
    for (const OutlineRow& row : answer.rows) {
        rows.push_back(fmt::format("{} {} {} {} {} {}", row.event.id(), row.level, row.children,
                                   row.descendants, row.closed, row.last));
    }
    return rows;
}

OutlineRequest random_request(std::mt19937& random, std::uint64_t events) {
    const auto one_in = [&](std::uint32_t times) { return random() % times == 0; };
    OutlineRequest request{.session = "s1", .limit = 2'000};
    if (one_in(3)) {
        request.kinds = {"tool_call", "decision"};
    }
    request.errors = one_in(5);
    for (int i = 0; one_in(2) && i < 5; ++i) {
        request.closed.push_back(1 + random() % (events + 2));
    }
    request.levels = one_in(2) ? 0 : 1 + random() % 4;
    for (int i = 0; one_in(3) && i < 5; ++i) {
        request.open.push_back(1 + random() % (events + 2));
    }
    if (one_in(4)) {
        request.after = random() % (events + 2);
    }
    if (one_in(4)) {
        request.before = random() % (events + 2);
    }
    if (one_in(3)) {
        request.at = fmt::format("e{}", random() % events);
    }
    return request;
}

using OutlineTest = StoryTest;

TEST_F(OutlineTest, ItIsTheTreeLessWhatIsLeftOut) {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        std::mt19937 random(seed);
        Story story;
        const std::vector<std::string> log = random_log(seed);
        story.tell_all(log);
        const Tree grown = *tree(story.store(), {.session = "s1"});
        const Shaped shaped = *shape_of(story.store(), "s1");
        for (int question = 0; question < 6; ++question) {
            OutlineRequest request = random_request(random, log.size());
            const Result<Outline> answer = outline(story.store(), request, shaped);
            if (!answer) {
                EXPECT_EQ(answer.error().code, Code::not_found);
                continue;
            }
            const std::vector<std::string> expected =
                NaiveOutline(grown, request, *shaped.shape).rows();
            ASSERT_EQ(told(*answer), expected) << seed << " " << question;
            EXPECT_EQ(answer->rows_total, expected.size());
        }
    }
}

TEST_F(OutlineTest, WindowsAddUpToTheFlatTree) {
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        Story story;
        story.tell_all(random_log(seed));
        const Tree grown = *tree(story.store(), {.session = "s1"});
        std::vector<std::uint64_t> seqs;
        for (std::uint64_t offset = 0; offset < grown.nodes.size(); offset += 7) {
            const Outline part =
                *outline(story.store(), {.session = "s1", .offset = offset, .limit = 7});
            EXPECT_EQ(part.offset, offset);
            EXPECT_EQ(part.rows_total, grown.nodes.size());
            for (const OutlineRow& row : part.rows) {
                EXPECT_EQ(row.level, grown.nodes[seqs.size()].level);
                seqs.push_back(row.event.seq());
            }
        }
        std::vector<std::uint64_t> expected;
        for (const TreeNode& node : grown.nodes) {
            expected.push_back(node.seq);
        }
        EXPECT_EQ(seqs, expected);
    }
}

TEST_F(OutlineTest, ByTurnItIsWhatTheTextOfTheTreeShows) {
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        Story story;
        story.tell_all(random_log(seed));
        const Tree grown = *tree(story.store(), {.session = "s1"});
        const Outline by_turn = *outline(
            story.store(), {.session = "s1", .order = OutlineOrder::turns, .limit = 2'000});
        const std::vector<TurnRow> expected = turn_rows(grown);
        ASSERT_EQ(by_turn.rows.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_EQ(by_turn.rows[i].event.seq(), grown.nodes[expected[i].node].seq) << seed;
            EXPECT_EQ(by_turn.rows[i].level, expected[i].level) << seed;
            EXPECT_EQ(by_turn.rows[i].last, expected[i].last) << seed;
        }
    }
}

TEST_F(OutlineTest, ByTurnALongConversationStaysFlat) {
    std::vector<std::string> log{"'id':'e0','kind':'prompt'"};
    for (int i = 1; i < 60; ++i) {
        log.push_back(fmt::format("'id':'e{}','kind':'{}','parent':'e{}'", i,
                                  i % 2 == 1 ? "llm_call" : "tool_call", i - 1));
    }
    tell_all(log);
    const Outline by_turn =
        *outline(store(), {.session = "s1", .order = OutlineOrder::turns, .limit = 100});
    EXPECT_EQ(by_turn.depth, 2U);
    ASSERT_EQ(by_turn.rows.size(), 60U);
    EXPECT_EQ(by_turn.rows[59].level, 1U);
    EXPECT_EQ(by_turn.rows[58].level, 2U);
}

TEST_F(OutlineTest, InOrderItIsTheOrderOfEvents) {
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        Story story;
        story.tell_all(random_log(seed));
        const Outline by_tree = *outline(story.store(), {.session = "s1", .limit = 2'000});
        const Outline by_time =
            *outline(story.store(), {.session = "s1", .order = OutlineOrder::time, .limit = 2'000});
        std::map<std::uint64_t, const OutlineRow*> rows;
        for (const OutlineRow& row : by_tree.rows) {
            rows[row.ordinal] = &row;
        }
        ASSERT_EQ(by_time.rows.size(), rows.size());
        for (const OutlineRow& row : by_time.rows) {
            const OutlineRow& same = *rows[row.ordinal];
            EXPECT_EQ(row.ordinal, std::uint64_t(&row - by_time.rows.data()) + 1);
            EXPECT_EQ(row.event.id(), same.event.id());
            EXPECT_EQ(row.level, 1U);
            EXPECT_EQ(row.children, same.children);
            EXPECT_EQ(row.descendants, same.descendants);
        }
    }
}

TEST_F(OutlineTest, TheEventStandsInTheMiddle) {
    std::vector<std::string> log{"'id':'e0'"};
    for (int i = 1; i < 100; ++i) {
        log.push_back(fmt::format("'id':'e{}','parent':'e{}'", i, i % 10 == 0 ? 0 : i - 1));
    }
    tell_all(log);
    const Outline answer = *outline(store(), {.session = "s1", .limit = 11, .at = "e55"});
    EXPECT_EQ(answer.offset, 50U);
    EXPECT_EQ(answer.rows[5].event.id(), "e55");
    EXPECT_EQ(outline(store(), {.session = "s1", .limit = 11, .at = "e99"})->offset, 89U);
    EXPECT_EQ(outline(store(), {.session = "s1", .limit = 11, .at = "e1"})->offset, 0U);
    // What is closed above it is opened, and no more than that.
    const Outline opened = *outline(
        store(), {.session = "s1", .closed = {1, 52}, .levels = 1, .limit = 3, .at = "e55"});
    EXPECT_EQ(opened.rows_total, 16U);
    EXPECT_EQ(opened.rows[1].event.id(), "e55");
    EXPECT_TRUE(opened.rows[1].closed);
    EXPECT_EQ(opened.rows[1].descendants, 4U);
}

TEST_F(OutlineTest, AnEventElsewhereIsNotFound) {
    tell("'id':'a'");
    tell("'id':'b','session':'s2'");
    EXPECT_EQ(outline(store(), {.session = "s1", .at = "b"}).error().code, Code::not_found);
    EXPECT_EQ(outline(store(), {.session = "s1", .at = "x"}).error().code, Code::not_found);
    EXPECT_EQ(outline(store(), {.session = "s9"}).error().code, Code::not_found);
    EXPECT_EQ(outline(store(), {.session = "s1", .limit = 2'001}).error().code, Code::invalid);
    EXPECT_TRUE(outline(store(), {.session = "s1", .limit = 2'000}));
}

TEST_F(OutlineTest, ThePreviousOneIsTheLastBefore) {
    tell("'id':'d1','kind':'decision'");
    tell("'id':'x'");
    tell("'id':'d2','kind':'decision'");
    tell("'id':'y'");
    const OutlineRequest previous{.session = "s1",
                                  .order = OutlineOrder::time,
                                  .kinds = {"decision"},
                                  .before = 4,
                                  .limit = 1};
    const Outline answer = *outline(store(), previous);
    ASSERT_EQ(answer.rows.size(), 1U);
    EXPECT_EQ(answer.rows[0].event.id(), "d2");
    EXPECT_EQ(answer.rows_total, 2U);
    EXPECT_EQ(answer.offset, 1U);
    const OutlineRequest next{.session = "s1",
                              .order = OutlineOrder::time,
                              .kinds = {"decision"},
                              .after = 1,
                              .limit = 1};
    EXPECT_EQ(outline(store(), next)->rows[0].event.id(), "d2");
}

TEST_F(OutlineTest, FieldsAreGivenUpToASize) {
    tell("'id':'a','fields':{'n':1}");
    tell("'id':'b','fields':{'n':12345}");
    tell("'id':'c'");
    const auto fields = [&](std::optional<std::uint64_t> most) {
        std::string out = Story::json(*outline(store(), {.session = "s1", .fields_max = most}));
        std::string told;
        Json(out)["rows"].each_element([&](Json row) {
            told += fmt::format("{} {};", row["fields"].raw(), row["size"].raw());
            return true;
        });
        return told;
    };
    EXPECT_EQ(fields({}), "null 7;null 11;null 0;");
    EXPECT_EQ(fields(7), R"({"n":1} 7;null 11;null 0;)");
    EXPECT_EQ(fields(100), R"({"n":1} 7;{"n":12345} 11;null 0;)");
}

TEST_F(OutlineTest, ATimeThatNobodyRecordedIsNone) {
    tell("'id':'a','flags':['time_derived']");
    EXPECT_FALSE(outline(store(), {.session = "s1"})->first);
    EXPECT_FALSE(outline(store(), {.session = "s1"})->last);
    tell("'id':'b'");
    tell("'id':'c','flags':['time_derived']");
    const Outline mixed = *outline(store(), {.session = "s1"});
    EXPECT_EQ(mixed.first, mixed.rows[1].event.time());
    EXPECT_EQ(mixed.last, mixed.rows[1].event.time());
    const std::string out = Story::json(mixed);
    std::string told;
    Json(out)["rows"].each_element([&](Json row) {
        told += row["time_derived"].present() ? "derived;" : "timed;";
        return true;
    });
    EXPECT_EQ(told, "derived;timed;derived;");
}

TEST_F(OutlineTest, TextShowsOrdinalsAndWhatIsClosed) {
    tell("'id':'a','kind':'thought','fields':{'text':'look'}");
    tell("'id':'b','kind':'tool_call','parent':'a','fields':{'tool_name':'Read','call_id':'k'}");
    tell(
        "'id':'c','kind':'observation','parent':'b','duration_ms':45,'fields':{'call_id':'k',"
        "'error':'gone'}");
    tell("'id':'d','parent':'lost'");
    EXPECT_EQ(text(*outline(store(), {.session = "s1", .closed = {2}})),
              "Session: s1\n"
              "Events: 4 in 2 root(s), depth: 3\n"
              "Rows: 1 to 3 of 3\n"
              "\n"
              "1  [2026-02-23 00:00:01Z] Thought: look  (a)\n"
              "2  └─ [2026-02-23 00:00:02Z] Tool call: Read FAILED: gone (45ms) [+1]  (b)\n"
              "4  [2026-02-23 00:00:04Z] Event: step (its parent was never recorded)  (d)\n");
}

}  // namespace
}  // namespace hence
