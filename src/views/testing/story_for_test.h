// Tells small stories to a store in memory and reads answers back in few words. For tests only.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hence/explain.h"
#include "hence/store.h"
#include "hence/tree.h"

namespace hence {

class Story {
public:
    // Records an event: its members with ' for ". Where not given, its kind is "step", its session
    // s1 and its time a second after the one told before.
    void tell(std::string_view members) { tell_all({std::string(members)}); }

    void tell_all(const std::vector<std::string>& list) {
        Batch batch;
        for (const std::string& members : list) {
            const Result<Event> event = Event::parse(json(members));
            ASSERT_TRUE(event) << event.error().message << " in " << members;
            batch.events.push_back({*event});
        }
        const Result<Receipt> receipt = store_->append(batch);
        ASSERT_TRUE(receipt) << receipt.error().message;
        ASSERT_EQ(receipt->quarantined, 0U);
    }

    Store& store() { return *store_; }

    // "a(b(c) d) e" and what it lacks.
    std::string shape(const TreeRequest& request) {
        const Result<Tree> answer = tree(*store_, request);
        if (!answer) {
            return answer.error().message;
        }
        std::string said;
        std::uint32_t level = 0;
        for (std::size_t i = 0; i < answer->nodes.size(); ++i) {
            const std::uint32_t next = answer->nodes[i].level;
            said += next > level && level > 0 ? "(" : "";
            for (; level > next; --level) {
                said += ')';
            }
            said += said.empty() || said.back() == '(' ? "" : " ";
            said += answer->events[i].id();
            level = next;
        }
        for (; level > 1; --level) {
            said += ')';
        }
        return said + lacking(answer->completeness);
    }

    // "a -parent-> b" and what it lacks. Down: "a b<a parent".
    std::string why(const ExplainRequest& request) {
        const Result<Explanation> answer = explain(*store_, request);
        if (!answer) {
            return answer.error().message;
        }
        std::string said;
        for (const ExplainLink& link : answer->chain) {
            if (!link.via) {
                said += link.event.id();
            } else if (answer->down) {
                said += fmt::format(" {}<{} {}", link.event.id(), link.via->from,
                                    to_string(link.via->type));
            } else {
                said += fmt::format(" -{}-> {}", to_string(link.via->type), link.event.id());
            }
        }
        for (const ExplainEdge& edge : answer->links) {
            said += fmt::format("; {}-{}->{}", edge.from, to_string(edge.type), edge.to);
        }
        return said + lacking(answer->completeness);
    }

    template <class Answer>
    std::string text(const Answer& answer) {
        std::string out;
        EXPECT_TRUE(write_text(answer, *store_, into(out)));
        return out;
    }

    template <class Answer>
    std::string json(const Answer& answer) {
        std::string out;
        EXPECT_TRUE(write_json(answer, *store_, into(out)));
        return out;
    }

    static Sink into(std::string& out) {
        return [&out](std::string_view piece) {
            out += piece;
            return Result<void>();
        };
    }

private:
    static std::string lacking(const Completeness& completeness) {
        std::string said;
        for (const MissingParent& missing : completeness.missing_parents) {
            said += fmt::format(" !{} of {}", missing.parent, missing.event);
        }
        for (const std::vector<std::string>& cycle : completeness.cycles) {
            said += fmt::format(" !cycle {}", fmt::join(cycle, ","));
        }
        for (const UnresolvedRef& ref : completeness.unresolved_refs) {
            said += fmt::format(" !ref {} of {}", ref.ref, ref.event);
        }
        return said + (completeness.truncated == 0
                           ? std::string()
                           : fmt::format(" !{} more", completeness.truncated));
    }

    std::string json(const std::string& members) {
        std::string text = "{" + members;
        for (char& c : text) {
            c = c == '\'' ? '"' : c;
        }
        const auto add_unless_given = [&](std::string_view key, const std::string& value) {
            if (text.find(fmt::format("\"{}\":", key)) == std::string::npos) {
                text += fmt::format(",\"{}\":\"{}\"", key, value);
            }
        };
        ++told_;
        add_unless_given("kind", "step");
        add_unless_given("session", "s1");
        add_unless_given("time", fmt::format("2026-02-23T{:02}:{:02}:{:02}Z", told_ / 3600 % 24,
                                             told_ / 60 % 60, told_ % 60));
        return text + "}";
    }

    std::unique_ptr<Store> store_ = open_memory_store();
    int told_ = 0;
};

class StoryTest : public testing::Test, protected Story {};

}  // namespace hence
