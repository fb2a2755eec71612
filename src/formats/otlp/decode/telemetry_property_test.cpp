// A random tree of telemetry, written as protobuf and as JSON in whatever spelling, must read the
// same; and whatever is done to its bytes, nothing but valid JSON comes of them.
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/base64.h"
#include "formats/common/records.h"
#include "formats/otlp/decode/telemetry.h"
#include "formats/otlp/decode/telemetry_for_test.h"
#include "model/json/json.h"
#include "model/json/json_scanner.h"

namespace hence {
namespace {

using Out = ProtobufForTest;

// The same thing twice.
struct Both {
    Out protobuf = {};
    std::string json = {};  // The inside of an object.

    void member(const std::string& name, const std::string& value) {
        json += (json.empty() ? "" : ",") + quoted_name(name) + ":" + value;
    }
    std::string object() const { return "{" + json + "}"; }

private:
    static std::string quoted_name(const std::string& name) { return "\"" + name + "\""; }
};

std::string token(std::string_view text) {
    std::string out;
    append_string(out, text);
    return out;
}

std::string snake_case(std::string_view camel) {
    std::string out;
    for (const char c : camel) {
        if (c >= 'A' && c <= 'Z') {
            out += '_';
            out += static_cast<char>(c - 'A' + 'a');
        } else {
            out += c;
        }
    }
    return out;
}

class Generator {
public:
    explicit Generator(unsigned seed) : random_(seed) {}

    Both request() {
        Both request;
        list(request, "resourceSpans", 1, 3, [this] { return resource(); });
        return request;
    }

private:
    std::size_t below(std::size_t n) { return random_() % n; }

    // In either spelling.
    std::string name(std::string_view camel) {
        return below(2) == 0 ? std::string(camel) : snake_case(camel);
    }

    std::string text() {
        static const std::vector<std::string> pieces = {
            "a",    "chat gpt-4 ", "\n",   "\"", "\\",          std::string(1, '\0'),
            "\x7f", "é",           "日本", "😀",  "{\"k\":[1]}", std::string(20, 'x'),
            "\t",   "\x1f",        "/"};
        std::string out;
        for (std::size_t n = below(4); n > 0; --n) {
            out += pieces[below(pieces.size())];
        }
        return out;
    }

    void put_text(Both& both, std::string_view camel, std::uint32_t number) {
        if (below(3) != 0) {
            const std::string said = text();
            both.protobuf.text(number, said);
            both.member(name(camel), token(said));
        }
    }

    void put_number(Both& both, std::string_view camel, std::uint32_t number, bool fixed) {
        const std::uint64_t value = fixed ? random_() : below(1'000);
        fixed ? both.protobuf.fixed64(number, value) : both.protobuf.varint(number, value);
        const std::string digits = std::to_string(value);
        both.member(name(camel), below(2) == 0 ? digits : "\"" + digits + "\"");
    }

    void put_id(Both& both, std::string_view camel, std::uint32_t number, std::size_t size) {
        std::string bytes;
        std::string hex;
        for (std::size_t i = 0; i < size; ++i) {
            const auto byte = static_cast<unsigned>(1 + below(255));
            bytes += static_cast<char>(byte);
            hex += below(2) == 0 ? fmt::format("{:02x}", byte) : fmt::format("{:02X}", byte);
        }
        both.protobuf.text(number, bytes);
        const std::vector<std::string> spellings = {hex, base64(bytes), base64(hex)};
        both.member(name(camel), "\"" + spellings[below(3)] + "\"");
    }

    template <class Make>
    void list(Both& into, std::string_view camel, std::uint32_t number, std::size_t most,
              const Make& make) {
        std::string elements;
        for (std::size_t n = below(most + 1); n > 0; --n) {
            const Both element = make();
            into.protobuf.part(number, element.protobuf);
            elements += (elements.empty() ? "" : ",") + element.object();
        }
        into.member(name(camel), "[" + elements + "]");
    }

    Both scalar() {
        Both any;
        const std::string said = text();
        const auto integer = static_cast<std::int64_t>(random_());
        const double floating = static_cast<double>(integer) / 1024.0;
        std::string number;
        append_number(number, floating);
        switch (below(6)) {
            case 0:
                any.protobuf.varint(2, 1);
                any.member(name("boolValue"), "true");
                break;
            case 1:
                any.protobuf.varint(3, static_cast<std::uint64_t>(integer));
                any.member(name("intValue"), "\"" + std::to_string(integer) + "\"");
                break;
            case 2:
                any.protobuf.floating(4, floating);
                any.member(name("doubleValue"), number);
                break;
            case 3:
                any.protobuf.text(7, said);
                any.member(name("bytesValue"), token(base64(said)));
                break;
            case 4: break;
            default: any.protobuf.text(1, said); any.member(name("stringValue"), token(said));
        }
        return any;
    }

    Both value(std::size_t depth) {
        if (depth == 0 || below(3) != 0) {
            return scalar();
        }
        Both any;
        Both container;
        if (below(2) == 0) {
            list(container, "values", 1, 3, [&] { return value(depth - 1); });
            any.protobuf.part(5, container.protobuf);
            any.member(name("arrayValue"), container.object());
        } else {
            list(container, "values", 1, 3, [&] { return pair(depth - 1); });
            any.protobuf.part(6, container.protobuf);
            any.member(name("kvlistValue"), container.object());
        }
        return any;
    }

    Both pair(std::size_t depth) {
        Both pair;
        put_text(pair, "key", 1);
        const Both any = value(depth);
        pair.protobuf.part(2, any.protobuf);
        pair.member("value", any.object());
        return pair;
    }

    void attributes(Both& into, std::uint32_t number) {
        list(into, "attributes", number, 4, [this] { return pair(4); });
    }

    Both event() {
        Both event;
        put_number(event, "timeUnixNano", 1, true);
        put_text(event, "name", 2);
        attributes(event, 3);
        put_number(event, "droppedAttributesCount", 4, false);
        return event;
    }

    Both link() {
        Both link;
        put_id(link, "traceId", 1, 16);
        put_id(link, "spanId", 2, 8);
        put_text(link, "traceState", 3);
        attributes(link, 4);
        return link;
    }

    void put_enum(Both& both, std::string_view camel, std::uint32_t number,
                  const std::vector<std::string>& names) {
        const std::size_t value = below(names.size());
        both.protobuf.varint(number, value);
        both.member(name(camel),
                    below(2) == 0 ? std::to_string(value) : "\"" + names[value] + "\"");
    }

    Both span() {
        Both span;
        put_id(span, "traceId", 1, 16);
        put_id(span, "spanId", 2, 8);
        put_text(span, "traceState", 3);
        if (below(2) == 0) {
            put_id(span, "parentSpanId", 4, 8);
        }
        put_text(span, "name", 5);
        put_enum(span, "kind", 6,
                 {"SPAN_KIND_UNSPECIFIED", "SPAN_KIND_INTERNAL", "SPAN_KIND_SERVER",
                  "SPAN_KIND_CLIENT", "SPAN_KIND_PRODUCER", "SPAN_KIND_CONSUMER"});
        put_number(span, "startTimeUnixNano", 7, true);
        put_number(span, "endTimeUnixNano", 8, true);
        attributes(span, 9);
        put_number(span, "droppedAttributesCount", 10, false);
        list(span, "events", 11, 2, [this] { return event(); });
        list(span, "links", 13, 2, [this] { return link(); });
        Both status;
        put_text(status, "message", 2);
        put_enum(status, "code", 3, {"STATUS_CODE_UNSET", "STATUS_CODE_OK", "STATUS_CODE_ERROR"});
        span.protobuf.part(15, status.protobuf);
        span.member("status", status.object());
        return span;
    }

    Both scope() {
        Both scope;
        Both about;
        put_text(about, "name", 1);
        put_text(about, "version", 2);
        attributes(about, 3);
        scope.protobuf.part(1, about.protobuf);
        scope.member(below(2) == 0 ? "scope" : "instrumentationLibrary", about.object());
        list(scope, "spans", 2, 4, [this] { return span(); });
        put_text(scope, "schemaUrl", 3);
        return scope;
    }

    Both resource() {
        Both resource;
        Both about;
        attributes(about, 1);
        list(resource, below(2) == 0 ? "scopeSpans" : "instrumentationLibrarySpans", 2, 3,
             [this] { return scope(); });
        resource.protobuf.part(1, about.protobuf);
        resource.member("resource", about.object());
        put_text(resource, "schemaUrl", 3);
        return resource;
    }

    std::mt19937_64 random_;
};

Received from_protobuf(std::string_view message) {
    return receive(read_traces_protobuf, message);
}

RC_GTEST_PROP(TelemetryPropertyTest, ProtobufAndJsonSayTheSame, (unsigned seed)) {
    const Both request = Generator(seed).request();
    const Result<std::string> json = minify(request.object(), record_depth_max);
    RC_ASSERT(json);
    const Received one = from_protobuf(request.protobuf.bytes);
    const Received other = receive(read_traces_json, Json(*json));
    RC_ASSERT(one.failure.empty() && one.refused.empty());
    RC_ASSERT(one.items == other.items);
    RC_ASSERT(other.failure.empty() && other.refused.empty());
}

template <class T>
bool is_failure(const Result<T>& result) {
    return !result && !result.error().message.empty();
}

// Whatever comes of these bytes, its values are JSON and its texts UTF-8.
void expect_sound(std::string_view bytes) {
    const auto check = [](const Attributes& attributes) {
        for (const Attribute& each : attributes.all()) {
            RC_ASSERT(minify(each.value.raw(), 64));
            RC_ASSERT(!not_utf8(each.key));
        }
    };
    TelemetrySink sink;
    sink.span = [&](const Span& span) {
        RC_ASSERT(span.trace_id.size() == 32U && span.span_id.size() == 16U);
        check(span.attributes);
        check(span.origin->resource);
        for (const SpanEvent& event : span.events) {
            check(event.attributes);
        }
    };
    sink.log = [&](const LogRecord& record) { check(record.attributes); };
    const Result<void> traces = read_traces_protobuf(bytes, sink);
    const Result<void> logs = read_logs_protobuf(bytes, sink);
    const Result<std::uint64_t> points = count_points_protobuf(bytes);
    RC_ASSERT(static_cast<bool>(traces) != is_failure(traces));
    RC_ASSERT(static_cast<bool>(logs) != is_failure(logs));
    RC_ASSERT(static_cast<bool>(points) != is_failure(points));
}

RC_GTEST_PROP(TelemetryPropertyTest, AnyBytesAreReadOrRefused, (const std::string& bytes)) {
    expect_sound(bytes);
}

RC_GTEST_PROP(TelemetryPropertyTest, DamagedBytesAreReadOrRefused, (unsigned seed)) {
    std::string bytes = Generator(seed).request().protobuf.bytes;
    std::mt19937 random(seed);
    for (int i = 0; i < 3 && !bytes.empty(); ++i) {
        bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    expect_sound(bytes);
}

TEST(TelemetryPropertyTest, MessageCutAnywhereKeepsWhatCameBefore) {
    // The first seed whose message has a few resources, so that a cut can fall between them.
    for (unsigned seed = 1; seed < 100; ++seed) {
        const std::string whole = Generator(seed).request().protobuf.bytes;
        const Received all = from_protobuf(whole);
        if (all.items.size() < 5 || whole.size() > 6'000) {
            continue;
        }
        std::size_t kept = 0;
        for (std::size_t size = 0; size <= whole.size(); ++size) {
            // A copy of its own, so that a read behind its end is noticed.
            const std::vector<char> cut(whole.begin(),
                                        whole.begin() + static_cast<std::ptrdiff_t>(size));
            const Received received = from_protobuf({cut.data(), cut.size()});
            ASSERT_TRUE(
                std::equal(received.items.begin(), received.items.end(), all.items.begin()));
            ASSERT_GE(received.items.size(), kept);
            ASSERT_TRUE(received.refused.empty());
            kept = received.items.size();
        }
        EXPECT_EQ(kept, all.items.size());
        return;
    }
    FAIL() << "no seed gave a message that is worth cutting";
}

}  // namespace
}  // namespace hence
