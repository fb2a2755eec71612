#include "formats/common/graph_events.h"

#include <gtest/gtest.h>

#include "model/facts.h"

namespace hence {
namespace {

class GraphEventsTest : public testing::Test {
protected:
    Event make(const std::string& id, std::string_view created_at = "") {
        GraphPart part;
        part.members.text("id", id);
        part.created_at = Json(created_at);
        Result<Event> event = events_.make(std::move(part), document_);
        EXPECT_TRUE(event);
        return std::move(event).take();
    }

    GraphEvents events_{"test"};
    GraphDocument document_;
};

TEST_F(GraphEventsTest, PartWithoutATimeGetsThatOfItsPlace) {
    EXPECT_EQ(to_string(make("a").time()), "1970-01-01T00:00:00.000000000Z");
    const Event second = make("b");
    EXPECT_EQ(to_string(second.time()), "1970-01-01T00:00:00.000000001Z");
    EXPECT_TRUE(second.has(Flag::time_derived));
}

TEST_F(GraphEventsTest, PartWithoutATimeIsNoEarlierThanWhatCameBefore) {
    const Event own = make("a", R"("2026-01-02T00:00:00Z")");
    EXPECT_FALSE(own.has(Flag::time_derived));
    make("b", R"("2026-01-01T00:00:00Z")");
    const Event after = make("c");
    EXPECT_EQ(to_string(after.time()), "2026-01-02T00:00:00Z");
    EXPECT_TRUE(after.has(Flag::time_derived));
    document_.time = "2026-01-03T00:00:00Z";
    EXPECT_EQ(to_string(make("d").time()), "2026-01-03T00:00:00Z");
    document_.time = "2025-01-03T00:00:00Z";
    EXPECT_EQ(to_string(make("e").time()), "2026-01-02T00:00:00Z");
}

TEST_F(GraphEventsTest, SamePartGivesTheSameEventAndAnotherAnother) {
    const std::string at = R"("2026-01-01T00:00:00Z")";
    EXPECT_EQ(make("a", at).to_json(), make("a", at).to_json());
    EXPECT_NE(make("a", at).id(), make("b", at).id());
    const std::string id(make("a", at).id());
    document_.graph = "other";
    EXPECT_NE(make("a", at).id(), id);
}

TEST_F(GraphEventsTest, ShortRestOfADocumentIsInEveryEventAndALongOneInTheFirst) {
    document_.rest = R"({"branch":"main"})";
    make("a");
    EXPECT_EQ(field(make("b"), "document").raw(), R"({"branch":"main"})");
    document_.rest = R"({"x":")" + std::string(1'024 - 8, 'x') + "\"}";
    ASSERT_EQ(document_.rest.size(), 1'024U);
    make("c");
    EXPECT_TRUE(field(make("d"), "document").present());
    document_.rest = R"({"x":")" + std::string(1'024 - 7, 'x') + "\"}";
    EXPECT_TRUE(field(make("e"), "document").present());
    EXPECT_FALSE(field(make("f"), "document").present());
}

TEST_F(GraphEventsTest, MetadataMayBeAnObjectOrTheTextOfOne) {
    const auto metadata = [](std::string_view json) {
        Foreign rest((Json(json)));
        std::string told = metadata_of(Json(json), rest);
        Fields left;
        rest.leave(left, "test");
        return told + "|" + *std::move(left).take();
    };
    EXPECT_EQ(metadata(R"({"metadata":{"a":1}})"), R"({"a":1}|)");
    EXPECT_EQ(metadata(R"({"metadata_json":"{ \"a\" : 1.10 }"})"), R"({"a":1.10}|)");
    EXPECT_EQ(metadata(R"({"metadata_json":{"a":1}})"), R"({"a":1}|)");
    EXPECT_EQ(metadata(R"({"metadata_json":"[1]"})"), R"(|{"metadata_json":"[1]"})");
    EXPECT_EQ(metadata(R"({"metadata":null,"metadata_json":"{}"})"), R"({}|)");
    EXPECT_EQ(metadata(R"({"metadata":{"a":1},"metadata_json":"{}"})"),
              R"({"a":1}|{"metadata_json":"{}"})");
    EXPECT_EQ(metadata(R"({})"), "|");
}

}  // namespace
}  // namespace hence
