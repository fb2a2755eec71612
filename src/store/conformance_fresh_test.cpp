// What append() has returned is in every answer that is asked for afterwards, while others append.
#include <algorithm>
#include <atomic>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/keys.h"
#include "store/conformance_for_test.h"

namespace hence {
namespace {

constexpr std::uint64_t no_end = ~std::uint64_t{0};

// Events of which each belongs to one round of one thread, and which are found in every space.
std::vector<std::string> lines_of(const std::string& name) {
    const auto line = [&](std::string_view part, std::string_view members) {
        return event_json(fmt::format("{}-{}", name, part), "10:00:00Z", members);
    };
    const std::string own = fmt::format(
        R"("agent":"a-{0}","session":"s-{0}","run":"r-{0}","correlation":"c-{0}")", name);
    const auto with = [&](std::string_view kind, const std::string& fields) {
        return fmt::format(R"("kind":"{}",{},"fields":{{{}}})", kind, own, fields);
    };
    const auto filled = [&](std::string text) {
        for (std::size_t at = text.find('%'); at != std::string::npos; at = text.find('%')) {
            text.replace(at, 1, name);
        }
        return text;
    };
    return {
        line("root", own + filled(R"(,"rationale":{"why":"w","refs":["ref-%"]})")),
        line("loose", filled(R"("run":"l-%","parent":"%-root","causes":["%-root","x-%"])")),
        line("child", filled(R"("session":"s-%","parent":"p-%")")),
        line("call", with("tool_call", filled(R"("call_id":"call-%")"))),
        line("seen", with("observation", filled(R"("call_id":"call-%","key":"key-%")"))),
        line("model", with("llm_call", filled(R"("call_ids":["call-%"])"))),
        line("delegation", with("delegation", filled(R"("run_id":"cr-%","child_id":"ca-%")"))),
        line("decision", with("decision", filled(R"("decision_type":"d-%")"))),
        line("outcome", with("outcome", filled(R"("of":"%-decision","correct":true)"))),
        line("node",
             with("graph_node",
                  filled(R"("graph":"g-%","node":{"id":"n","type":"t","event":"%-root"})"))),
        line("edge", with("graph_edge",
                          filled(R"("graph":"g-%","edge":{"id":"e","from_id":"n","to_id":"m"})"))),
    };
}

// Something to ask about what was appended, and whether the answer has it.
struct Question {
    std::string words;
    std::function<bool()> answered;
};

class FreshTest : public StoreTest {
protected:
    bool scans(const Key& key, std::string_view id, Direction direction) const {
        const auto cursor = store_->scan(key, {.direction = direction}).take();
        while (const std::optional<Event> event = cursor->next().take()) {
            if (event->id() == id) {
                return true;
            }
        }
        return false;
    }

    bool reads(std::uint64_t seq, const Event& expected) const {
        const auto cursor = store_->read(seq, seq).take();
        const Result<std::optional<Event>> event = cursor->next();
        return event && *event && (*event)->stored_as(0, {}).to_json() == expected.to_json();
    }

    bool lists(Space space, std::string_view id) const {
        return std::ranges::count(store_->summaries(space, nullptr, no_end).take(), id,
                                  &Summary::id) > 0;
    }

    // How many of these events there are in a row.
    bool counts(Space space, std::string_view id, std::string_view session,
                std::uint64_t events) const {
        const std::optional<Summary> row = store_->summary(space, id, session).take();
        return row && row->events == events;
    }

    bool names(Space space, std::string_view part, std::size_t count) const {
        return store_->names_like(space, part, 100).take().size() == count;
    }

    void ask_for_each(const Batch& story, std::uint64_t seq, std::vector<Question>& questions) {
        Keys keys;
        for (const Incoming& incoming : story.events) {
            const Event& event = incoming.event;
            const std::string id(event.id());
            for (const KeyView& view : keys.of(event)) {
                const Key key{view.space, std::string(view.value)};
                // What many share is looked through from its end, where the newest are.
                const bool shared = key.space == Space::all || key.space == Space::kind;
                const Direction direction =
                    shared || seq % 2 == 0 ? Direction::backward : Direction::forward;
                questions.push_back(
                    {fmt::format("space {} has {}", static_cast<int>(key.space), id),
                     [this, key, id, direction] { return scans(key, id, direction); }});
            }
            questions.push_back({"finds " + id, [this, id] { return found(id) != "none"; }});
            questions.push_back({"reads " + id, [this, seq, event] { return reads(seq, event); }});
            ++seq;
        }
    }

    void ask_for_rows(const std::string& name, std::vector<Question>& questions) {
        struct Row {
            Space space;
            std::string id;
            std::string session;
            std::uint64_t events;
        };
        const std::string session = "s-" + name;
        const std::string run = "r-" + name;
        for (const Row& row :
             {Row{Space::session, session, "", 10}, Row{Space::run, run, session, 9},
              Row{Space::loose_run, "l-" + name, "", 1}, Row{Space::agent, "a-" + name, "", 9},
              Row{Space::correlation, "c-" + name, "", 9}}) {
            questions.push_back(
                {"lists " + row.id, [this, row] { return lists(row.space, row.id); }});
            questions.push_back({"counts " + row.id, [this, row] {
                                     return counts(row.space, row.id, row.session, row.events);
                                 }});
            questions.push_back(
                {"names " + row.id, [this, row] { return names(row.space, row.id, 1); }});
        }
        questions.push_back(
            {"rows of a run", [this, run] { return store_->rows_of_run(run).take().size() == 1; }});
        questions.push_back({"runs of a session", [this, session] {
                                 return store_->runs_of(session).take().size() == 1;
                             }});
        questions.push_back(
            {"names ids", [this, name] { return names(Space::all, name + "-", 11); }});
    }

    // Everything that can be asked about `lines_of(name)`, the first of which got this seq.
    std::vector<Question> questions_about(const std::string& name, const Batch& story,
                                          std::uint64_t first_seq) {
        std::vector<Question> questions;
        ask_for_each(story, first_seq, questions);
        ask_for_rows(name, questions);
        return questions;
    }

    // Appends as fast as it can, so that there is always something that is not indexed yet.
    void append_until(const std::atomic<bool>& done) {
        for (int round = 0; !done; ++round) {
            std::vector<std::string> lines;
            for (int i = 0; i < 500; ++i) {
                lines.push_back(event_json(fmt::format("load{}-{}", round, i), "08:00:00Z",
                                           fmt::format(R"("session":"load{}")", i % 7)));
            }
            append(lines);
        }
    }

    // Runs `work` on two threads, beside one that appends without end.
    void beside_load(const std::function<void(int)>& work) {
        std::atomic<bool> done{false};
        std::thread load([&] { append_until(done); });
        std::thread other([&] { work(1); });
        work(2);
        other.join();
        done = true;
        load.join();
    }
};

INSTANTIATE_TEST_SUITE_P(Backends, FreshTest, testing::ValuesIn(backends()), backend_name);

// Each is the first question after its own append, so that no other has waited for it.
TEST_P(FreshTest, WhatWasAppendedIsInTheAnswerToEveryQuestion) {
    beside_load([&](int thread) {
        for (int round = 0; round < 3; ++round) {
            std::size_t count = 1;
            for (std::size_t next = 0; next < count; ++next) {
                const std::string name = fmt::format("{}.{}.{}", thread, round, next);
                const Batch story = batch(lines_of(name));
                const Receipt receipt = append(story);
                ASSERT_EQ(receipt.accepted, story.events.size());
                const auto questions = questions_about(name, story, receipt.first_seq);
                count = questions.size();
                EXPECT_TRUE(questions[next].answered()) << questions[next].words;
            }
        }
    });
}

TEST_P(FreshTest, ManyQuestionsAboutOneAppendAreAnswered) {
    beside_load([&](int thread) {
        for (int round = 0; round < 5; ++round) {
            const std::string name = fmt::format("{}.{}", thread, round);
            const Batch story = batch(lines_of(name));
            const Receipt receipt = append(story);
            for (const Question& question : questions_about(name, story, receipt.first_seq)) {
                EXPECT_TRUE(question.answered()) << question.words;
            }
        }
    });
}

// So that the two above leave nothing out when there is one more.
TEST_P(FreshTest, TheStoryHasAKeyInEverySpace) {
    std::set<Space> spaces;
    Keys keys;
    for (const Incoming& incoming : batch(lines_of("x")).events) {
        for (const KeyView& key : keys.of(incoming.event)) {
            spaces.insert(key.space);
        }
    }
    EXPECT_EQ(spaces.size(), static_cast<std::size_t>(Space::graph_event) + 1);
}

TEST_P(FreshTest, WhatSharesItsTextWithAnotherSessionIsRead) {
    beside_load([&](int thread) {
        for (int round = 0; round < 20; ++round) {
            const std::string name = fmt::format("{}.{}", thread, round);
            const std::string text = name + std::string(700, 't');
            std::vector<std::string> lines;
            for (const char session : {'s', 't'}) {
                lines.push_back(event_json(
                    fmt::format("{}{}", session, name), "10:00:00Z",
                    fmt::format(R"("session":"{}{}","fields":{{"x":"{}"}})", session, name, text)));
            }
            const Batch both = batch(lines);
            const Receipt receipt = append(both);
            EXPECT_TRUE(reads(receipt.last_seq, both.events.back().event)) << name;
        }
    });
}

// A row that moves in the order of rows is listed, where it was or where it is.
TEST_P(FreshTest, ARowThatMovesIsListed) {
    constexpr int sessions = 40;
    std::atomic<bool> done{false};
    std::vector<std::string> lines;
    for (int i = 0; i < sessions; ++i) {
        lines.push_back(
            event_json(fmt::format("e{}", i), "20:00:00Z", fmt::format(R"("session":"s{}")", i)));
    }
    append(lines);
    std::thread writer([&] {
        for (int i = 0; i < 1500; ++i) {
            append({event_json(
                fmt::format("w{}", i),
                fmt::format("{:02}:{:02}:{:02}Z", 19 - i / 3600, 59 - i / 60 % 60, 59 - i % 60),
                fmt::format(R"("session":"s{}")", i % sessions))});
        }
        done = true;
    });
    while (!done) {
        EXPECT_EQ(store_->summaries(Space::session, nullptr, no_end).take().size(),
                  std::size_t{sessions});
    }
    writer.join();
}

}  // namespace
}  // namespace hence
