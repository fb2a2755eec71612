// Attributes as they were really sent, if $HENCE_SAMPLES names a directory that has some.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "formats/otlp/otlp_for_test.h"

namespace hence {
namespace {

std::string text_of_file(const std::string& name) {
    const char* samples = std::getenv("HENCE_SAMPLES");
    std::ifstream file(std::filesystem::path(samples == nullptr ? "/nowhere" : samples) / name);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

// How many events of each kind the observations of an export become; plumbing is not counted.
std::string kinds_in(const std::string& text) {
    std::map<std::string, int> kinds;
    const std::string document = minify(text, 200).take();
    Json(document)["observations"].each_element([&](Json observation) {
        const Json held = observation["metadata"];
        const std::string metadata = held.is_string()
                                         ? minify(held.string().value_or(""), 200).take()
                                         : std::string(held.raw());
        const Json attributes = Json(metadata)["attributes"];
        const ToldEvents told =
            with_attributes(observation["name"].string().value_or(""),
                            attributes.is_object() ? attributes.raw() : std::string_view("{}"));
        ++kinds[std::string(told.main().kind())];
        return true;
    });
    std::string all;
    for (const auto& [kind, count] : kinds) {
        all += kind == "span" ? "" : kind + " " + std::to_string(count) + "; ";
    }
    return all;
}

TEST(SpanSamples, EveryCallOfAnExportIsCountedOnce) {
    const std::map<std::string, std::string> expected = {
        {"langfuse/google-adk-2025-08-28.trace.json", "llm_call 2; tool_call 1; "},
        {"langfuse/openai-agents-2025-09-30.trace.json", "llm_call 2; tool_call 1; "},
        {"langfuse/vercel-aisdk-2025-11-17.trace.json", "llm_call 1; tool_call 1; "},
        {"langfuse/claude-agent-2025-12-22.trace.json", "llm_call 4; tool_call 2; "},
    };
    for (const auto& [name, kinds] : expected) {
        const std::string text = text_of_file(name);
        if (text.empty()) {
            GTEST_SKIP() << "HENCE_SAMPLES does not name a directory with " << name;
        }
        EXPECT_EQ(kinds_in(text), kinds) << name;
    }
}

}  // namespace
}  // namespace hence
