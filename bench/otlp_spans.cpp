#include "otlp_spans.h"

#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/bytes.h"
#include "model/json/json.h"

namespace hence::bench {
namespace {

constexpr std::uint64_t call_ns = 12'000'000;
constexpr std::size_t chain_spans = 20;

void put_bytes(std::string& out, std::uint64_t field, std::string_view bytes) {
    put_varint(out, field << 3 | 2);
    put_text(out, bytes);
}

void put_fixed64(std::string& out, std::uint64_t field, std::uint64_t value) {
    put_varint(out, field << 3 | 1);
    for (int shift = 0; shift < 64; shift += 8) {
        out.push_back(static_cast<char>(value >> shift));
    }
}

// One attribute of a span (field 9) or a resource (field 1).
void put_attribute(std::string& out, std::uint64_t field, std::string_view key,
                   const std::string& value) {
    std::string pair;
    put_bytes(pair, 1, key);
    put_bytes(pair, 2, value);
    put_bytes(out, field, pair);
}

std::string text(std::string_view text) {
    std::string value;
    put_bytes(value, 1, text);
    return value;
}

std::string number(std::uint64_t number) {
    std::string value;
    put_varint(value, 3 << 3);
    put_varint(value, number);
    return value;
}

std::string hex(std::string_view bytes) {
    std::string out;
    for (const char c : bytes) {
        out += fmt::format("{:02x}", static_cast<unsigned char>(c));
    }
    return out;
}

std::string wrapped(const std::string& spans) {
    std::string resource;
    put_attribute(resource, 1, "service.name", text("bench-agent"));
    put_attribute(resource, 1, "service.version", text("1.4.2"));
    put_attribute(resource, 1, "telemetry.sdk.language", text("python"));
    put_attribute(resource, 1, "telemetry.sdk.name", text("opentelemetry"));
    put_attribute(resource, 1, "telemetry.sdk.version", text("1.38.0"));
    std::string scope;
    put_bytes(scope, 1, "opentelemetry.instrumentation.openai_v2");
    put_bytes(scope, 2, "2.2b0");
    std::string scope_spans;
    put_bytes(scope_spans, 1, scope);
    scope_spans += spans;
    std::string resource_spans;
    put_bytes(resource_spans, 1, resource);
    put_bytes(resource_spans, 2, scope_spans);
    std::string request;
    put_bytes(request, 1, resource_spans);
    return request;
}

}  // namespace

SpanGenerator::SpanGenerator(std::uint64_t seed) : random_(seed) {
    for (int i = 0; i < 20'000; ++i) {
        std::string word;
        const std::size_t length = 2 + random_() % 9;
        for (std::size_t c = 0; c < length; ++c) {
            word.push_back(static_cast<char>('a' + random_() % 26));
        }
        vocabulary_.push_back(std::move(word));
    }
}

std::string SpanGenerator::id(std::size_t bytes) {
    std::string out;
    while (out.size() < bytes) {
        out.push_back(static_cast<char>(1 + random_() % 255));
    }
    return out;
}

// Rank r is drawn about as often as 1/r.
std::string SpanGenerator::words(std::size_t bytes) {
    std::string out;
    while (out.size() < bytes) {
        const double u = std::generate_canonical<double, 53>(random_);
        const auto rank =
            static_cast<std::size_t>(std::pow(static_cast<double>(vocabulary_.size()), u)) - 1;
        out += vocabulary_[rank] + ' ';
    }
    return out;
}

std::string SpanGenerator::agent() {
    std::string out;
    put_attribute(out, 9, "gen_ai.operation.name", text("invoke_agent"));
    put_attribute(out, 9, "gen_ai.agent.name", text("researcher"));
    put_attribute(out, 9, "gen_ai.conversation.id", text(session_));
    put_attribute(
        out, 9, "gen_ai.input.messages",
        text(fmt::format(R"([{{"role":"user","parts":[{{"type":"text","content":"{}"}}]}}])",
                         words(600))));
    return out;
}

std::string SpanGenerator::model_call(const std::string& call_id) {
    std::string out;
    put_attribute(out, 9, "gen_ai.operation.name", text("chat"));
    put_attribute(out, 9, "gen_ai.provider.name", text("openai"));
    put_attribute(out, 9, "gen_ai.request.model", text("gpt-4o"));
    put_attribute(out, 9, "gen_ai.response.model", text("gpt-4o-2024-08-06"));
    put_attribute(out, 9, "gen_ai.response.id", text("chatcmpl-" + hex(id(12))));
    put_attribute(out, 9, "gen_ai.usage.input_tokens", number(200 + random_() % 4'000));
    put_attribute(out, 9, "gen_ai.usage.output_tokens", number(20 + random_() % 800));
    put_attribute(
        out, 9, "gen_ai.input.messages",
        text(fmt::format(R"([{{"role":"user","parts":[{{"type":"text","content":"{}"}}]}}])",
                         words(300))));
    put_attribute(
        out, 9, "gen_ai.output.messages",
        text(fmt::format(
            R"([{{"role":"assistant","parts":[{{"type":"text","content":"{}"}},{{"type":"tool_call",)"
            R"("id":"{}","name":"search","arguments":{{"query":"{}"}}}}],)"
            R"("finish_reason":"tool_call"}}])",
            words(120), call_id, words(40))));
    return out;
}

std::string SpanGenerator::tool_call(const std::string& call_id) {
    std::string out;
    put_attribute(out, 9, "gen_ai.operation.name", text("execute_tool"));
    put_attribute(out, 9, "gen_ai.tool.name", text("search"));
    put_attribute(out, 9, "gen_ai.tool.call.id", text(call_id));
    put_attribute(out, 9, "gen_ai.tool.type", text("function"));
    put_attribute(out, 9, "gen_ai.tool.call.arguments",
                  text(fmt::format(R"({{"query":"{}"}})", words(40))));
    put_attribute(out, 9, "gen_ai.tool.call.result", text(words(600)));
    return out;
}

std::string SpanGenerator::span(const Place& place, const std::string& name,
                                const std::string& attributes) {
    std::string out;
    put_bytes(out, 1, place.trace);
    put_bytes(out, 2, place.span);
    if (!place.parent.empty()) {
        put_bytes(out, 4, place.parent);
    }
    put_bytes(out, 5, name);
    put_varint(out, 6 << 3);
    put_varint(out, 3);
    put_fixed64(out, 7, clock_ns_);
    clock_ns_ += call_ns;
    put_fixed64(out, 8, clock_ns_);
    out += attributes;
    std::string framed;
    put_bytes(framed, 2, out);
    return framed;
}

std::string SpanGenerator::request(std::size_t spans) {
    std::string all;
    for (std::size_t made = 0; made < spans; made += trace_spans) {
        if (traces_++ % 4 == 0) {
            session_ = "session-" + hex(id(8));
        }
        const std::string trace = id(16);
        const std::string root = id(8);
        std::string call_id;
        for (std::size_t i = 1; i < trace_spans; ++i) {
            const bool asks = i % 2 == 1;
            call_id = asks ? "call_" + hex(id(12)) : call_id;
            all += span({trace, id(8), root}, asks ? "chat gpt-4o" : "execute_tool search",
                        asks ? model_call(call_id) : tool_call(call_id));
        }
        all += span({trace, root, {}}, "invoke_agent researcher", agent());
    }
    return wrapped(all);
}

std::string SpanGenerator::long_trace(std::size_t spans) {
    session_ = "session-" + hex(id(8));
    const std::string trace = id(16);
    const std::string root = id(8);
    std::string all = span({trace, root, {}}, "invoke_agent researcher", agent());
    std::string above = root;
    for (std::size_t i = 1; i < spans; ++i) {
        const std::string own = id(8);
        all += span({trace, own, i < chain_spans ? above : root}, "execute_tool search",
                    tool_call("call_" + hex(id(12))));
        if (i < chain_spans) {
            above = own;
        }
    }
    twentieth_ = hex(above) + "-" + hex(trace);
    return wrapped(all);
}

}  // namespace hence::bench
