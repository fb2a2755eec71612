// Tests of what is counted, and of the text that Prometheus reads.
#include "server/watch/metrics.h"

#include <cctype>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "server/router/router.h"
#include "server/watch/observed_store.h"
#include "server/wire/http.h"

namespace hence {
namespace {

// A strict reader of the text format 0.0.4: every line is a comment of a known form or a sample,
// families come once and whole, no series comes twice, and histograms add up.
class Exposition {
public:
    explicit Exposition(std::string_view text) {
        if (!text.empty() && text.back() != '\n') {
            wrong("the last line has no end");
        }
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            line(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        check_histograms();
    }

    const std::string& error() const { return error_; }
    std::optional<double> value(const std::string& series) const {
        const auto at = samples_.find(series);
        return at == samples_.end() ? std::nullopt : std::optional(at->second);
    }
    std::string type(const std::string& family) const {
        const auto at = types_.find(family);
        return at == types_.end() ? "" : at->second;
    }
    std::size_t series_of(const std::string& family) const {
        std::size_t count = 0;
        for (const auto& [series, value] : samples_) {
            count += series.starts_with(family + "{") || series == family ? 1 : 0;
        }
        return count;
    }

private:
    void wrong(const std::string& what) { error_ = error_.empty() ? what : error_; }

    static bool is_name(std::string_view text) {
        const auto fits = [](char c) { return std::isalnum(c) != 0 || c == '_' || c == ':'; };
        return !text.empty() && std::isdigit(text.front()) == 0 &&
               std::all_of(text.begin(), text.end(), fits);
    }

    void line(std::string_view text) {
        if (text.starts_with("# ")) {
            return comment(text.substr(2));
        }
        sample(text);
    }

    void comment(std::string_view text) {
        const std::string word(text.substr(0, 4));
        const std::size_t space = text.find(' ', 5);
        if ((word != "HELP" && word != "TYPE") || space == std::string_view::npos) {
            return wrong("odd comment: " + std::string(text));
        }
        const std::string name(text.substr(5, space - 5));
        const std::string rest(text.substr(space + 1));
        if (!is_name(name)) {
            return wrong("odd name: " + name);
        }
        if (word == "HELP") {
            if (!helped_.insert(name).second) {
                wrong("a family twice: " + name);
            }
            family_ = name;
            return;
        }
        if (name != family_ || !types_.emplace(name, rest).second ||
            (rest != "counter" && rest != "gauge" && rest != "histogram")) {
            wrong("odd type: " + name);
        }
    }

    void sample(std::string_view text) {
        std::size_t at = std::min(text.find_first_of("{ "), text.size());
        const std::string name(text.substr(0, at));
        if (!is_name(name)) {
            return wrong("odd sample: " + std::string(text));
        }
        if (at < text.size() && text[at] == '{') {
            at = labels(text, at + 1);
        }
        const std::string series(text.substr(0, at));
        if (at >= text.size() || text[at] != ' ') {
            return wrong("no value: " + std::string(text));
        }
        const std::string base = types_[family_] == "histogram" ? base_of(name) : name;
        if (base != family_ || types_[family_].empty()) {
            return wrong("sample outside its family: " + name);
        }
        if (!samples_.emplace(series, number(text.substr(at + 1))).second) {
            wrong("a series twice: " + series);
        }
        order_.push_back(series);
    }

    // Reads `name="value",...}` from `at`; returns the place behind it.
    std::size_t labels(std::string_view text, std::size_t at) {
        std::set<std::string> names;
        while (at < text.size()) {
            const std::size_t equals = text.find("=\"", at);
            if (equals == std::string_view::npos || !is_name(text.substr(at, equals - at)) ||
                !names.emplace(text.substr(at, equals - at)).second) {
                break;
            }
            at = equals + 2;
            while (at < text.size() && text[at] != '"') {
                if (text[at] == '\\' &&
                    (at + 1 >= text.size() ||
                     std::string_view("\\\"n").find(text[at + 1]) == std::string_view::npos)) {
                    wrong("odd escape: " + std::string(text));
                }
                if (static_cast<unsigned char>(text[at]) < 0x20) {
                    wrong("control character");
                }
                at += text[at] == '\\' ? 2 : 1;
            }
            ++at;
            if (at < text.size() && text[at] == '}') {
                return at + 1;
            }
            if (at >= text.size() || text[at] != ',') {
                break;
            }
            ++at;
        }
        wrong("odd labels: " + std::string(text));
        return text.size();
    }

    double number(std::string_view text) {
        if (text == "NaN" || text == "+Inf" || text == "-Inf") {
            return text == "NaN" ? 0 : text == "+Inf" ? 1e308 : -1e308;
        }
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size()) {
            wrong("odd number: " + std::string(text));
        }
        return value;
    }

    static std::string base_of(const std::string& name) {
        for (const std::string_view suffix : {"_bucket", "_sum", "_count"}) {
            if (name.ends_with(suffix)) {
                return name.substr(0, name.size() - suffix.size());
            }
        }
        return name;
    }

    void check_histograms() {
        double before = 0;
        for (const std::string& series : order_) {
            const std::size_t le = series.find("le=\"");
            if (le == std::string::npos) {
                if (series.find("_count") != std::string::npos &&
                    types_[base_of(series.substr(0, series.find('{')))] == "histogram" &&
                    samples_[series] != before) {
                    wrong("count is not the last bucket: " + series);
                }
                continue;
            }
            const bool first = series.find("le=\"0.0001\"") != std::string::npos;
            if (!first && samples_[series] < before) {
                wrong("buckets fall: " + series);
            }
            before = samples_[series];
        }
    }

    std::string error_;
    std::string family_;
    std::set<std::string> helped_;
    std::map<std::string, std::string> types_;
    std::map<std::string, double> samples_;
    std::vector<std::string> order_;
};

class MetricsTest : public testing::Test {
protected:
    void add(const std::vector<std::string>& events, const std::vector<Refused>& refused = {}) {
        Batch batch;
        for (const std::string& json : events) {
            Result<Event> parsed = Event::parse(json);
            ASSERT_TRUE(parsed) << json;
            batch.events.push_back({std::move(parsed).take()});
        }
        batch.refused = refused;
        ASSERT_TRUE(store_.append(batch, {}));
    }
    static std::string event(const std::string& id, const std::string& kind,
                             const std::string& rest = {}) {
        return fmt::format(R"({{"id":"{}","kind":"{}","time":"2026-02-23T10:00:00Z"{}}})", id, kind,
                           rest);
    }
    Exposition read() {
        Exposition exposition(metrics_.to_text());
        EXPECT_EQ(exposition.error(), "");
        return exposition;
    }
    double value(const std::string& series) { return read().value(series).value_or(-1); }
    Response ask(const std::string& target) {
        Request request;
        EXPECT_TRUE(parse_target(target, request));
        return handle({.store = store_, .metrics = &metrics_, .live = &hub_}, request);
    }

    Metrics metrics_;
    LiveHub hub_;
    ObservedStore store_{open_memory_store(), metrics_, hub_};
};

TEST_F(MetricsTest, EventsAreCountedByKindAndSource) {
    add({event("a", "thought"), event("b", "thought", R"(,"source":"otlp")"), event("c", "error")});
    EXPECT_EQ(value(R"(hence_events_total{kind="thought",source="none"})"), 1);
    EXPECT_EQ(value(R"(hence_events_total{kind="thought",source="otlp"})"), 1);
    EXPECT_EQ(value(R"(hence_events_total{kind="error",source="none"})"), 1);
    EXPECT_EQ(read().type("hence_events_total"), "counter");
}

TEST_F(MetricsTest, OnlyWhatWasAcceptedIsCounted) {
    add({event("a", "thought")});
    add({event("a", "thought"), event("a", "error"), event("b", "thought")},
        {{"f", 1, "bad line", "x"}, {"f", 2, "conflict", "y"}});
    EXPECT_EQ(value(R"(hence_events_total{kind="thought",source="none"})"), 2);
    EXPECT_EQ(value("hence_duplicates_total"), 1);
    EXPECT_EQ(value(R"(hence_quarantined_total{reason="conflict"})"), 2);
    EXPECT_EQ(value(R"(hence_quarantined_total{reason="invalid"})"), 1);
    EXPECT_EQ(value(R"(hence_quarantined_total{reason="outcome_exists"})"), 0);
    add({event("o1", "outcome", R"(,"fields":{"of":"a"})")});
    add({event("o2", "outcome", R"(,"fields":{"of":"a"})")});
    EXPECT_EQ(value(R"(hence_quarantined_total{reason="outcome_exists"})"), 1);
}

TEST_F(MetricsTest, ToolCallsAreCountedByNameAndStatus) {
    add({event("a", "tool_call", R"(,"fields":{"tool_name":"Read","output":"x"})"),
         event("b", "tool_call", R"(,"fields":{"tool_name":"Read","status":"ok"})"),
         event("c", "tool_call", R"(,"fields":{"tool_name":"Read","error":"no"})"),
         event("d", "tool_call", R"(,"fields":{"tool_name":"Read","status":"\u0065rror"})"),
         event("e", "tool_call", R"(,"fields":{"tool_name":"Read","call_id":"1"})"),
         event("f", "tool_call", R"(,"fields":{"tool_name":7})"), event("g", "tool_call")});
    EXPECT_EQ(value(R"(hence_tool_calls_total{tool="Read",status="ok"})"), 2);
    EXPECT_EQ(value(R"(hence_tool_calls_total{tool="Read",status="error"})"), 2);
    EXPECT_EQ(value(R"(hence_tool_calls_total{tool="Read",status="started"})"), 1);
    EXPECT_EQ(value(R"(hence_tool_calls_total{tool="unknown",status="started"})"), 2);
}

TEST_F(MetricsTest, TokensAreAddedUpByModelAndType) {
    add({event("a", "llm_call",
               R"(,"fields":{"model":"m","prompt_tokens":10,"completion_tokens":2.5,)"
               R"("cache_read_tokens":3,"cache_write_tokens":4,"reasoning_tokens":5})"),
         event("b", "llm_call", R"(,"fields":{"model":"m","prompt_tokens":-7})"),
         event("c", "llm_call", R"(,"fields":{"prompt_tokens":"8"})")});
    EXPECT_EQ(value(R"(hence_model_calls_total{model="m"})"), 2);
    EXPECT_EQ(value(R"(hence_model_calls_total{model="unknown"})"), 1);
    EXPECT_EQ(value(R"(hence_tokens_total{model="m",type="input"})"), 3);
    EXPECT_EQ(value(R"(hence_tokens_total{model="m",type="output"})"), 2.5);
    EXPECT_EQ(value(R"(hence_tokens_total{model="m",type="cache_read"})"), 3);
    EXPECT_EQ(value(R"(hence_tokens_total{model="m",type="cache_write"})"), 4);
    EXPECT_EQ(value(R"(hence_tokens_total{model="m",type="reasoning"})"), 5);
    EXPECT_EQ(value(R"(hence_tokens_total{model="unknown",type="input"})"), -1);
}

TEST_F(MetricsTest, MissingRationaleIsCountedWhereOneIsWanted) {
    add({event("a", "decision"), event("b", "decision", R"(,"rationale":{"why":"x"})"),
         event("c", "decision", R"(,"rationale":{"why":"x"},"flags":["rationale_derived"])"),
         event("d", "thought"), event("e", "tool_call")});
    EXPECT_EQ(value(R"(hence_rationale_missing_total{kind="decision"})"), 2);
    EXPECT_EQ(value(R"(hence_rationale_missing_total{kind="tool_call"})"), 1);
    EXPECT_EQ(value(R"(hence_rationale_missing_total{kind="curation"})"), 0);
    EXPECT_EQ(value(R"(hence_rationale_missing_total{kind="thought"})"), -1);
}

TEST_F(MetricsTest, NamesBeyondTwoHundredAreCountedUnderOther) {
    std::vector<std::string> events;
    for (std::size_t i = 0; i < label_values_max + 50; ++i) {
        events.push_back(event(fmt::format("e{}", i), "tool_call",
                               fmt::format(R"(,"fields":{{"tool_name":"t{}"}})", i)));
    }
    add(events);
    EXPECT_EQ(value(R"(hence_tool_calls_total{tool="t199",status="started"})"), 1);
    EXPECT_EQ(value(R"(hence_tool_calls_total{tool="t200",status="started"})"), -1);
    EXPECT_EQ(value(R"(hence_tool_calls_total{tool="other",status="started"})"), 50);
    EXPECT_EQ(read().series_of("hence_tool_calls_total"), label_values_max + 1);
}

TEST_F(MetricsTest, LongNamesAreCountedUnderOther) {
    const auto call = [](const std::string& id, std::size_t size) {
        return event(id, "tool_call",
                     R"(,"fields":{"tool_name":")" + std::string(size, 'n') + "\"}");
    };
    add({call("a", label_bytes_max), call("b", label_bytes_max + 1)});
    EXPECT_EQ(value(R"(hence_tool_calls_total{tool="other",status="started"})"), 1);
    EXPECT_EQ(read().series_of("hence_tool_calls_total"), 2U);
}

TEST_F(MetricsTest, SeriesOfOneFamilyAreBounded) {
    std::vector<std::string> events;
    for (int kind = 0; kind < 60; ++kind) {
        for (int source = 0; source < 40; ++source) {
            events.push_back(event(fmt::format("{}-{}", kind, source), fmt::format("k{}", kind),
                                   fmt::format(R"(,"source":"s{}")", source)));
        }
    }
    add(events);
    EXPECT_EQ(read().series_of("hence_events_total"), 2'001U);
    EXPECT_EQ(value(R"(hence_events_total{kind="other",source="other"})"), 400);
}

TEST_F(MetricsTest, AnyNameIsEscaped) {
    add({event("a", "tool_call", R"(,"fields":{"tool_name":"a\"b\\c\nd\u0000\u001b"})"),
         event("b", "tool_call", R"(,"fields":{"tool_name":"half \ud800"})"),
         event("c", "tool_call", R"(,"fields":{"tool_name":"a\tb"})"),
         event("d", "tool_call", R"(,"fields":{"tool_name":"a b"})")});
    EXPECT_EQ(value(R"(hence_tool_calls_total{tool="a b",status="started"})"), 2);
    EXPECT_EQ(value("hence_tool_calls_total{tool=\"half \xEF\xBF\xBD\",status=\"started\"}"), 1);
    EXPECT_EQ(read().series_of("hence_tool_calls_total"), 3U);
}

TEST_F(MetricsTest, RequestsAreCountedAndTimedByRoute) {
    metrics_.answered({.method = "GET", .route = "/api/v1/x", .status = 200, .seconds = 0.0001});
    metrics_.answered({.method = "GET", .route = "/api/v1/x", .status = 200, .seconds = 0.3});
    metrics_.answered({.method = "BREW", .route = "none", .status = 404, .seconds = 99});
    const std::string x = R"({route="/api/v1/x")";
    EXPECT_EQ(value(R"(hence_http_requests_total{method="GET",route="/api/v1/x",status="200"})"),
              2);
    EXPECT_EQ(value(R"(hence_http_requests_total{method="other",route="none",status="404"})"), 1);
    EXPECT_EQ(value("hence_http_request_seconds_bucket" + x + R"(,le="0.0001"})"), 1);
    EXPECT_EQ(value("hence_http_request_seconds_bucket" + x + R"(,le="0.25"})"), 1);
    EXPECT_EQ(value("hence_http_request_seconds_bucket" + x + R"(,le="0.5"})"), 2);
    EXPECT_EQ(value("hence_http_request_seconds_count" + x + "}"), 2);
    EXPECT_DOUBLE_EQ(value("hence_http_request_seconds_sum" + x + "}"), 0.3001);
    EXPECT_EQ(value(R"(hence_http_request_seconds_bucket{route="none",le="10"})"), 0);
    EXPECT_EQ(value(R"(hence_http_request_seconds_bucket{route="none",le="+Inf"})"), 1);
}

TEST_F(MetricsTest, AppendsAreTimedAndTheirErrorsCounted) {
    add({event("a", "thought")});
    ASSERT_TRUE(store_.append({}, {}));  // A question, not a write.
    EXPECT_EQ(value("hence_append_seconds_count"), 1);
    Batch batch;
    batch.events.push_back({*Event::parse(event("b", "thought"))});
    EXPECT_FALSE(store_.append(batch, [](const Store&) -> Result<void> {
        return Error{Code::conflict, "no"};
    }));
    EXPECT_EQ(value(R"(hence_append_errors_total{code="conflict"})"), 1);
    EXPECT_EQ(value("hence_append_seconds_count"), 2);
    EXPECT_EQ(value(R"(hence_events_total{kind="thought",source="none"})"), 1);
}

TEST_F(MetricsTest, WatchedIsMeasuredWhenAskedAndTheLastOfANameCounts) {
    int asked = 0;
    metrics_.watch("g_b", "B.", [] { return 1.0; });
    metrics_.watch("g_a", "A\nand \\ more.", [&asked] { return ++asked * 1.5; });
    metrics_.watch("g_b", "B.", [] { return 2.0; });
    EXPECT_EQ(value("g_a"), 1.5);
    EXPECT_EQ(value("g_a"), 3);
    EXPECT_EQ(value("g_b"), 2);
    EXPECT_EQ(read().type("g_a"), "gauge");
    metrics_.watch("g_c", "C.", [] { return std::nan(""); });
    EXPECT_NE(metrics_.to_text().find("\ng_c NaN\n"), std::string::npos);
}

TEST_F(MetricsTest, ProcessAndDirectoryAreMeasured) {
    const auto directory =
        std::filesystem::temp_directory_path() / fmt::format("hence-metrics-{}", getpid());
    std::filesystem::create_directories(directory / "below");
    std::ofstream(directory / "a") << "12345";
    std::ofstream(directory / "below" / "b") << "678";
    watch_process(metrics_);
    watch_directory(metrics_, directory);
    EXPECT_EQ(value("hence_store_bytes"), 8);
    std::ofstream(directory / "c") << "9";
    EXPECT_EQ(value("hence_store_bytes"), 8);  // Not looked at again so soon.
    std::filesystem::remove_all(directory);
    EXPECT_GT(value("process_resident_memory_bytes"), 1'000'000);
    EXPECT_GT(value("process_open_fds"), 2);
    EXPECT_GE(value("process_max_fds"), value("process_open_fds"));
    EXPECT_GT(value("process_start_time_seconds"), 1.7e9);
}

TEST_F(MetricsTest, AnswerIsTheTextOfPrometheus) {
    add({event("a", "thought")});
    const Response response = ask("/metrics");
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.content_type, "text/plain; version=0.0.4; charset=utf-8");
    const Exposition exposition(response.body);
    EXPECT_EQ(exposition.error(), "");
    EXPECT_EQ(exposition.value("hence_last_seq"), 1);
    EXPECT_EQ(exposition.value("hence_live_readers"), 0);
    EXPECT_EQ(handle({store_}, {.path = {"metrics"}}).status, 404);
}

TEST_F(MetricsTest, ReadyIsWhatTakesEvents) {
    EXPECT_EQ(ask("/readyz").status, 200);
    EXPECT_EQ(ask("/readyz").body, "{\"status\":\"ready\"}\n");
    EXPECT_EQ(ask("/healthz").body, "{\"status\":\"ok\",\"last_seq\":0}\n");

    struct Damaged : ForwardingStore {
        using ForwardingStore::ForwardingStore;
        std::optional<Error> damage() const override { return Error{Code::corrupt, "gone"}; }
    } damaged{open_memory_store()};
    EXPECT_EQ(handle({damaged}, {.path = {"readyz"}}).status, 503);
    EXPECT_EQ(handle({damaged}, {.path = {"healthz"}}).status, 200);

    struct Full : ForwardingStore {
        using ForwardingStore::ForwardingStore;
        Result<Receipt> append(const Batch&, const Check&) override {
            return Error{Code::io, "no space left"};
        }
    } full{open_memory_store()};
    const Response response = handle({full}, {.path = {"readyz"}});
    EXPECT_EQ(response.status, 503);
    EXPECT_NE(response.body.find("no space left"), std::string::npos);
}

TEST_F(MetricsTest, ManyThreadsCountTogether) {
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([this, t] {
            for (int i = 0; i < 50; ++i) {
                add({event(fmt::format("{}-{}", t, i), "thought")});
                metrics_.answered({.method = "GET", .route = "r", .status = 200, .seconds = 1});
                Exposition(metrics_.to_text());
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(value(R"(hence_events_total{kind="thought",source="none"})"), 200);
    EXPECT_EQ(value(R"(hence_http_request_seconds_count{route="r"})"), 200);
}

// The page, looked for from where the tests run and from where this file was compiled.
std::string page() {
    namespace fs = std::filesystem;
    std::ostringstream text;
    for (fs::path at : {fs::current_path(), fs::absolute(__FILE__)}) {
        for (; at != at.parent_path() && text.str().empty(); at = at.parent_path()) {
            if (fs::exists(at / "docs/METRICS.md")) {
                text << std::ifstream(at / "docs/METRICS.md").rdbuf();
            }
        }
    }
    return text.str();
}

TEST_F(MetricsTest, PageNamesEverySeries) {
    watch_process(metrics_);
    watch_directory(metrics_, ".");
    const std::string text = ask("/metrics").body;
    const std::string told = page();
    for (std::size_t at = text.find("# TYPE "); at != std::string::npos;
         at = text.find("# TYPE ", at + 1)) {
        const std::string name = text.substr(at + 7, text.find(' ', at + 7) - at - 7);
        EXPECT_NE(told.find("`" + name + "`"), std::string::npos) << name;
    }
    EXPECT_NE(told.find(std::to_string(label_values_max)), std::string::npos);
    EXPECT_NE(told.find(std::to_string(label_bytes_max)), std::string::npos);
}

TEST(ExpositionTest, ReaderRefusesWhatIsBroken) {
    const std::string head = "# HELP a A.\n# TYPE a counter\n";
    EXPECT_EQ(Exposition(head + "a 1\n").error(), "");
    EXPECT_NE(Exposition(head + "a 1").error(), "");
    EXPECT_NE(Exposition(head + "a{b=\"c\\d\"} 1\n").error(), "");
    EXPECT_NE(Exposition(head + "a 1\na 2\n").error(), "");
    EXPECT_NE(Exposition(head + "b 1\n").error(), "");
    EXPECT_NE(Exposition(head + "a x\n").error(), "");
    EXPECT_NE(Exposition(head + head).error(), "");
}

}  // namespace
}  // namespace hence
