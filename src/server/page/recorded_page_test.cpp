#include "server/page/recorded_page.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/base64.h"
#include "base/hash.h"
#include "intake/ingest.h"
#include "model/json/json.h"
#include "store/common/counting_store_for_test.h"

namespace hence {
namespace {

constexpr std::string_view block = "<script type=\"application/json\" id=\"hence-recorded\">";

std::string times(std::string_view text, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
        out += text;
    }
    return out;
}

class RecordedPage : public testing::Test {
protected:
    void record(const std::string& events) {
        const Result<Account> taken = ingest(*store_, events, {});
        ASSERT_TRUE(taken);
    }
    // A chain of thoughts, each the parent of the next.
    void record_chain(int count) {
        std::string events;
        for (int i = 0; i < count; ++i) {
            const std::string parent = i > 0 ? fmt::format(R"(,"parent":"e{}")", i - 1) : "";
            events +=
                fmt::format(R"({{"id":"e{}","kind":"decision","time":"2026-01-01T00:{:02}:{:02}Z",)"
                            R"("session":"s","run":"r/1"{},"fields":{{"description":"go"}}}})"
                            "\n",
                            i, i / 60, i % 60, parent);
        }
        record(events);
    }
    std::string page(const std::string& session, const RecordedLimits& limits = {}) {
        const Result<Response> response = recorded_page({*store_}, {.session = session}, limits);
        EXPECT_TRUE(response) << response.error().message;
        std::string text;
        EXPECT_TRUE(response->produce([&text](std::string_view piece) -> Result<void> {
            text.append(piece);
            return {};
        }));
        return text;
    }
    // What stands in the block, valid.
    std::string recorded(const std::string& session, const RecordedLimits& limits = {}) {
        const std::string text = page(session, limits);
        const std::size_t at = text.find(block);
        EXPECT_NE(at, std::string::npos);
        const std::size_t begin = at + block.size();
        const Result<std::string> json =
            minify(text.substr(begin, text.find("</script", begin) - begin), 128);
        EXPECT_TRUE(json) << json.error().message;
        return *json;
    }

    std::unique_ptr<Store> store_ = open_memory_store();
};

TEST_F(RecordedPage, HasTheAnswersAboutItsSession) {
    record_chain(3);
    record(R"({"id":"x","kind":"thought","time":"2026-01-01T00:00:00Z","session":"s2"})");
    const std::string text = recorded("s");
    const Json json(text);
    EXPECT_EQ(json["session"].string(), "s");
    EXPECT_EQ(json["events_total"].number(), 3);
    EXPECT_EQ(json["events_kept"].number(), 3);
    EXPECT_EQ(json["answers_left_out"].number(), 0);
    const Json answers = json["answers"];
    EXPECT_EQ(answers["/api/v1/sessions"]["sessions"].at(0)["id"].string(), "s");
    EXPECT_FALSE(answers["/api/v1/sessions"]["sessions"].at(1).present());
    EXPECT_TRUE(answers["/api/v1/sessions/s/files"]["files"].is_array());
    for (const char* order : {"tree", "time", "turns"}) {
        const Json rows = answers[std::string("/api/v1/sessions/s/outline?order=") + order]["rows"];
        EXPECT_EQ(rows.at(2)["id"].string(), "e2") << order;
        EXPECT_EQ(rows.at(2)["fields"].is_object(), std::string(order) == "time");
    }
    EXPECT_EQ(answers["/api/v1/sessions/s/timeline"]["spans"].at(2)["id"].string(), "e2");
    EXPECT_TRUE(answers["/api/v1/sessions/s/map?by=turn"]["nodes"].is_array());
    EXPECT_TRUE(answers["/api/v1/sessions/s/map?by=run"]["nodes"].is_array());
    EXPECT_TRUE(answers["/api/v1/gaps/s?scope=session"].is_object());
    EXPECT_EQ(answers["/api/v1/runs/r%2F1/debrief?session=s"]["run_id"].string(), "r/1");
    EXPECT_EQ(answers["/api/v1/events/e1"]["parent"].string(), "e0");
    EXPECT_EQ(answers["/api/v1/events/e2/explain?direction=up"]["chain"].at(0)["event_id"].string(),
              "e0");
    EXPECT_EQ(
        answers["/api/v1/events/e0/explain?direction=down"]["chain"].at(2)["event_id"].string(),
        "e2");
    EXPECT_EQ(answers["/api/v1/events/e2/knew"]["event"].string(), "e2");
    EXPECT_FALSE(answers["/api/v1/events/x"].present());
}

TEST_F(RecordedPage, ALargeSessionIsKeptInPart) {
    record_chain(30);
    const std::string text = recorded("s", {.events_max = 7});
    const Json json(text);
    EXPECT_EQ(json["events_total"].number(), 30);
    EXPECT_EQ(json["events_kept"].number(), 7);
    const Json answers = json["answers"];
    for (const char* order : {"tree", "time"}) {
        const Json rows = answers[std::string("/api/v1/sessions/s/outline?order=") + order]["rows"];
        EXPECT_EQ(rows.at(0)["ordinal"].number(), 1) << order;
        EXPECT_TRUE(rows.at(6).present());
        EXPECT_FALSE(rows.at(7).present());
    }
}

TEST_F(RecordedPage, WhatDoesNotFitIsLeftOutAndCounted) {
    record_chain(20);
    const std::string short_of_steps = recorded("s", {.steps_up = 30, .steps_down = 30});
    EXPECT_GT(Json(short_of_steps)["answers_left_out"].number(), 10);
    const std::string short_of_bytes = recorded("s", {.answers_bytes = 3'000});
    EXPECT_GT(Json(short_of_bytes)["answers_left_out"].number(), 10);
    EXPECT_LT(short_of_bytes.size(), recorded("s").size());
    const std::string no_fields = recorded("s", {.fields_bytes = 0});
    const Json row =
        Json(no_fields)["answers"]["/api/v1/sessions/s/outline?order=time"]["rows"].at(0);
    EXPECT_EQ(row["fields"].raw(), "null");
}

TEST_F(RecordedPage, NoRecordedTextLeavesItsPlace) {
    const std::string evil = R"(</script><script>alert(1)</script><!--<script>)"
                             "\xe2\x80\xa8"
                             "$&";
    std::string text;
    append_string(text, evil);
    record(R"({"id":)" + text + R"(,"kind":"decision","time":"2026-01-01T00:00:00Z","session":)" +
           text + R"(,"run":)" + text + R"(,"agent":)" + text + R"(,"fields":{"description":)" +
           text + "," + text + ":" + text + R"(,"__proto__":1}})");
    const std::string whole = page(evil);
    const std::string plain = page(evil, {.events_max = 1, .answers_bytes = 0});
    const auto count = [](const std::string& where, std::string_view what) {
        std::size_t found = 0;
        for (std::size_t at = where.find(what); at != std::string::npos;
             at = where.find(what, at + 1)) {
            ++found;
        }
        return found;
    };
    // The page's own elements, and none more for more of what was recorded.
    EXPECT_EQ(count(whole, "<"), count(plain, "<"));
    EXPECT_EQ(count(whole, "alert(1)</"), 0U);
    EXPECT_EQ(count(whole, "\xe2\x80\xa8"), count(plain, "\xe2\x80\xa8"));
    const std::string json = recorded(evil);
    EXPECT_EQ(Json(json)["session"].string(), evil);
    const std::size_t at = whole.find(block) + block.size();
    const std::string_view inside =
        std::string_view(whole).substr(at, whole.find("</script>", at) - at);
    EXPECT_TRUE(inside.ends_with("}"));
}

TEST_F(RecordedPage, ItsPolicyNamesItsOneScript) {
    record_chain(1);
    std::string text = page("s");
    const std::string_view open = "<script type=\"module\">";
    const std::size_t begin = text.find(open) + open.size();
    const std::string script = text.substr(begin, text.find("</script>", begin) - begin);
    const std::string hash = base64(as_bytes(sha256(script)));
    EXPECT_NE(text.find("script-src 'sha256-" + hash + "'"), std::string::npos);
    text.erase(begin, script.size());
    EXPECT_EQ(text.find("src=\"/"), std::string::npos);
    EXPECT_EQ(text.find("href=\"/"), std::string::npos);
    EXPECT_LT(text.find("Content-Security-Policy"), text.find("<script"));
}

TEST_F(RecordedPage, IsKeptAsAFileUnderAHarmlessName) {
    record(R"({"id":"a","kind":"thought","time":"2026-01-01T00:00:00Z","session":"a\"\r\n/ü.x"})");
    const Result<Response> response = recorded_page({*store_}, {.session = "a\"\r\n/\xc3\xbc.x"});
    ASSERT_TRUE(response) << response.error().message;
    EXPECT_EQ(response->headers.front().second, "attachment; filename=\"a-------x.html\"");
    EXPECT_EQ(recorded_page({*store_}, {.session = "nothing"}).error().code, Code::not_found);
}

TEST(HarmlessInHtml, IsTheSameJson) {
    EXPECT_EQ(harmless_in_html(R"({"a":"<b>"})"), R"({"a":"\u003cb>"})");
    EXPECT_EQ(harmless_in_html("\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xaa\xe2\x80"),
              "\\u2028\\u2029\xe2\x80\xaa\xe2\x80");
    EXPECT_EQ(harmless_in_html(times("<", 3)), times("\\u003c", 3));
}

// Thousands of answers about one session share what they read of it.
void write_page(Store& store, int /*events*/) {
    const Result<Response> response = recorded_page({store}, {.session = "s"});
    ASSERT_TRUE(response) << response.error().message;
    ASSERT_TRUE(response->produce([](std::string_view) { return Result<void>(); }));
}

TEST(RecordedPageGrowth, OfAChain) {
    const auto chain = [](int i, int) {
        return Grown{.kind = "decision",
                     .members = fmt::format("'session':'s','run':'r'{}",
                                            i == 0 ? "" : fmt::format(",'parent':'e{}'", i - 1))};
    };
    EXPECT_LT(reads_growth(400, chain, write_page), 6);
}

TEST(RecordedPageGrowth, OfManyCauses) {
    const auto causes = [](int i, int) {
        return Grown{.members = i < 3 ? "'session':'s'"
                                      : fmt::format("'session':'s','causes':['e{}','e{}','e{}']",
                                                    i - 1, i - 2, i - 3)};
    };
    EXPECT_LT(reads_growth(400, causes, write_page), 6);
}

TEST(RecordedPageGrowth, OfManyRuns) {
    const auto runs = [](int i, int) {
        return Grown{.kind = "tool_call",
                     .members = fmt::format("'session':'s','run':'r{}'", i),
                     .fields = fmt::format("'call_id':'c{}'", i)};
    };
    EXPECT_LT(reads_growth(400, runs, write_page), 6);
}

}  // namespace
}  // namespace hence
