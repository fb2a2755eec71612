// Random text made of the pieces that matter: what must hold for all of it.
#include <array>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "model/rationale/rationale.h"
#include "model/rationale/tags.h"

namespace hence {
namespace {

std::string random_text() {
    static constexpr std::array<std::string_view, 22> pieces{"<rationale",
                                                             ">",
                                                             "<rationale>",
                                                             "</rationale>",
                                                             " call=\"1\"",
                                                             " call=",
                                                             "{\"why\":\"a\"}",
                                                             "<",
                                                             "</",
                                                             "ratio",
                                                             "nale",
                                                             "nale>",
                                                             "\n",
                                                             "\n\n\n",
                                                             " ",
                                                             "\"",
                                                             "I assume ",
                                                             ".",
                                                             " because ",
                                                             "x",
                                                             "\xff",
                                                             "7"};
    const auto picks = *rc::gen::container<std::vector<std::size_t>>(
        rc::gen::inRange<std::size_t>(0, pieces.size()));
    std::string text;
    for (const std::size_t pick : picks) {
        text += pieces[pick];
    }
    return text;
}

RC_GTEST_PROP(RationaleProperty, StrippingTwiceIsStrippingOnce, ()) {
    const std::string once = without_rationale_blocks(random_text());
    RC_ASSERT(without_rationale_blocks(once) == once);
}

RC_GTEST_PROP(RationaleProperty, WhatIsLeftHasNoClosingTagAndNoBlock, ()) {
    const std::string left = without_rationale_blocks(random_text());
    std::size_t at = 0;
    while (const auto tag = next_rationale_tag(left, at)) {
        RC_ASSERT(tag->tag.kind == RationaleTag::Kind::opening && !tag->tag.names_call);
        at = tag->end;
    }
    RC_ASSERT(rationale_blocks(left).by_call.empty());
}

RC_GTEST_PROP(RationaleProperty, TextWithoutAnyTagIsOnlyTidied, ()) {
    std::string text = random_text();
    std::erase(text, '<');
    const std::string left = without_rationale_blocks(text);
    std::erase(text, '\n');
    std::erase(text, ' ');
    std::string letters = left;
    std::erase(letters, '\n');
    std::erase(letters, ' ');
    RC_ASSERT(letters == text);
}

RC_GTEST_PROP(RationaleProperty, GoodBlocksAreAllFoundInOrder, ()) {
    const auto count = *rc::gen::inRange(0, 20);
    std::string text;
    for (int i = 0; i < count; ++i) {
        const int named = *rc::gen::inRange(0, 3);
        text += named == 0 ? "<rationale>" : "<rationale call=" + std::to_string(named) + ">";
        text += "{\"why\":\"" + std::to_string(i) + "\"}</rationale>";
    }
    RC_ASSERT(rationale_blocks(text).by_call.size() == static_cast<std::size_t>(count));
}

}  // namespace
}  // namespace hence
