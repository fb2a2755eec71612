// Asks a story for its gaps, in few words. For tests only.
#pragma once

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "hence/gaps.h"
#include "views/testing/story_for_test.h"

namespace hence {

class GapStory : public StoryTest {
protected:
    Gaps asked(const GapsRequest& request) {
        Result<Gaps> answer = gaps(store(), request);
        EXPECT_TRUE(answer) << answer.error().message;
        return answer ? std::move(answer).take() : Gaps();
    }

    // The events that this rule found, in order: "m3 m4".
    std::string found(std::string_view rule, const GapsRequest& request) {
        std::string said;
        for (const Gap& gap : asked(request).completeness.gaps) {
            if (gap.rule == rule) {
                said += (said.empty() ? "" : " ") + gap.event;
            }
        }
        return said;
    }
    std::string in_correlation(std::string_view rule, const std::string& id = "c") {
        return found(rule, {id, ThreadScope::correlation});
    }
    std::string in_session(std::string_view rule, const std::string& id = "s1") {
        return found(rule, {id, ThreadScope::session});
    }

    // How far a rule could be applied: "2 checked, 1 found", and its note if it has one.
    std::string checks(std::string_view rule, const GapsRequest& request) {
        for (const RuleCheck& check : asked(request).rules) {
            if (check.rule == rule) {
                return fmt::format("{} checked, {} found{}{}", check.checked, check.found,
                                   check.note.empty() ? "" : ": ", check.note);
            }
        }
        return {};
    }

    // What the rule says of the first event that it found.
    std::string detail(std::string_view rule, const GapsRequest& request) {
        for (const Gap& gap : asked(request).completeness.gaps) {
            if (gap.rule == rule) {
                return gap.detail;
            }
        }
        return {};
    }

    static std::string at(int second) {
        return fmt::format("'time':'2026-02-23T10:{:02}:{:02}Z'", second / 60, second % 60);
    }
};

}  // namespace hence
