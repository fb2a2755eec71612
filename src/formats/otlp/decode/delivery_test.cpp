#include "formats/otlp/decode/delivery.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "formats/otlp/decode/telemetry_for_test.h"

namespace hence {
namespace {

Result<Span> read_span(std::string_view bytes, Arena&) {
    if (bytes == "bad") {
        return Error{Code::invalid, ".name is bad"};
    }
    Span span;
    span.name = bytes;
    return span;
}

class DeliveryTest : public testing::Test {
protected:
    DeliveryTest() {
        sink.span = [this](const Span& span) { items.emplace_back(told(*span.origin)); };
        sink.refused = [this](std::uint64_t number, const Error& error, std::string_view) {
            refused.push_back(std::to_string(number) + " " + error.message);
        };
    }

    // A resource of 10 bytes and a scope of 5.
    static void begin(Delivery& delivery) {
        delivery.begin_resource();
        delivery.set_resource(Attributes({{"resource", Json("10")}}), {});
        delivery.begin_scope();
        delivery.set_scope(Origin{.resource = {}, .scope_name = "scope", .scope = {}});
    }

    TelemetrySink sink;
    std::vector<std::string> items;
    std::vector<std::string> refused;
};

TEST_F(DeliveryTest, NumbersAndPlacesGoOnBehindWhatWasRefused) {
    Delivery delivery(trace_names, {.span = read_span}, sink, 0);
    begin(delivery);
    delivery.item("a");
    delivery.item("bad");
    delivery.begin_scope();
    delivery.set_scope(Error{Code::invalid, " is broken"});
    delivery.item("b");
    delivery.begin_scope();
    delivery.set_scope(Origin());
    delivery.item("bad");
    begin(delivery);
    delivery.item("bad");
    EXPECT_EQ(items.size(), 1U);
    EXPECT_EQ(refused,
              (std::vector<std::string>{"2 resourceSpans[0].scopeSpans[0].spans[1].name is bad",
                                        "3 resourceSpans[0].scopeSpans[1].scope is broken",
                                        "4 resourceSpans[0].scopeSpans[2].spans[0].name is bad",
                                        "5 resourceSpans[1].scopeSpans[0].spans[0].name is bad"}));
}

TEST_F(DeliveryTest, ResourceStaysThatOfEveryScope) {
    Delivery delivery(trace_names, {.span = read_span}, sink, 0);
    begin(delivery);
    delivery.item("a");
    delivery.begin_scope();
    delivery.set_scope(Origin());
    delivery.item("b");
    delivery.begin_resource();
    delivery.set_resource(Attributes(), {});
    delivery.begin_scope();
    delivery.set_scope(Origin());
    delivery.item("c");
    EXPECT_EQ(items, (std::vector<std::string>{"{resource=10} scope@{} ", "{resource=10} @{} ",
                                               "{} @{} "}));
}

TEST_F(DeliveryTest, ResourceIsRepeatedSoOftenAndNoMore) {
    Delivery delivery(trace_names, {.span = read_span}, sink, 5,
                      {.origin_bytes_max = 30, .message_share_max = 3});
    begin(delivery);
    for (int i = 0; i < 3; ++i) {
        delivery.item("a");
    }
    EXPECT_TRUE(refused.empty());
    delivery.item("a");
    EXPECT_EQ(items.size(), 3U);
    EXPECT_EQ(refused, std::vector<std::string>{"4 resourceSpans[0].scopeSpans[0].spans[3] repeats "
                                                "a resource that is too long for so many"});
}

TEST_F(DeliveryTest, MessageWithTooMuchToRefuseIsGivenUp) {
    Delivery delivery(trace_names, {.span = read_span}, sink, 0, {.refused_max = 2});
    begin(delivery);
    delivery.item("bad");
    delivery.item("bad");
    delivery.item("a");
    EXPECT_TRUE(delivery.end());
    delivery.item("bad");
    delivery.item("a");
    const Result<void> end = delivery.end();
    ASSERT_FALSE(end);
    EXPECT_EQ(end.error().message, "more than 2 spans cannot be read");
    EXPECT_EQ(refused.size(), 2U);
    EXPECT_EQ(items.size(), 1U);
}

}  // namespace
}  // namespace hence
