// The file that Jaeger's own interface is tested with, where it is at hand: Jaeger takes OTLP as
// well, so it is known as that; and asked to, the reader of Jaeger's files reads it alike.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "formats/common/read_for_test.h"
#include "formats/formats.h"
#include "formats/jaeger/jaeger.h"
#include "formats/otlp/otlp.h"

namespace hence {
namespace {

TEST(JaegerSamplesTest, FourSpansOfOneTraceAreRead) {
    const char* samples = std::getenv("HENCE_SAMPLES");
    if (samples == nullptr) {
        GTEST_SKIP() << "HENCE_SAMPLES is not set";
    }
    std::ifstream file(std::string(samples) + "/jaeger/otlp2jaeger-multi-in-combined.json");
    ASSERT_TRUE(file);
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_EQ(choose_format({}, text.str())->name, "otlp");
    const ReadText otlp = read_whole(read_otlp, text.str());
    const ReadText jaeger = read_whole(read_jaeger, text.str());
    EXPECT_EQ(otlp.events.size(), 4U);
    EXPECT_TRUE(otlp.refused.empty()) << otlp.told();
    ASSERT_EQ(jaeger.events.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_TRUE(jaeger.events[i].says_the_same_as(otlp.events[i]));
        EXPECT_EQ(jaeger.events[i].kind(), "span");
    }
    EXPECT_TRUE(jaeger.refused.empty());
}

}  // namespace
}  // namespace hence
