// Tells a store of spans in few words. For tests only.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hence/store.h"
#include "intake/once/settle.h"
#include "model/facts.h"

namespace hence::settle_for_test {

// A span of the trace "t", as a translation gives it: not yet settled.
struct SpanTold {
    std::string id;
    std::string kind = "span";
    std::string parent = {};
    int from = 0;    // Milliseconds.
    int until = 10;  // Likewise.
    std::string agent = "svc";
    std::string session = {};
    std::string run = "t";
    std::string scope = "one";
    std::string service = "svc";
    std::string fields = {};  // Members, each with a comma before it.
    bool derived = false;
};

inline SpanTold model_call(std::string id, std::string parent, int from, std::string fields) {
    return {.id = std::move(id),
            .kind = "llm_call",
            .parent = std::move(parent),
            .from = from,
            .until = from + 10,
            .fields = std::move(fields)};
}

inline SpanTold tool_call(std::string id, std::string parent, int from, std::string fields) {
    SpanTold told = model_call(std::move(id), std::move(parent), from, std::move(fields));
    told.kind = "tool_call";
    return told;
}

inline Event event_of(const SpanTold& told) {
    std::string json = fmt::format(
        R"({{"id":"{}","kind":"{}","time":"2026-01-01T00:{:02}:{:02}.{:03}Z","run":"{}",)"
        R"("agent":"{}","session":"{}")",
        told.id, told.kind, told.from / 60'000, told.from / 1'000 % 60, told.from % 1'000, told.run,
        told.agent, told.session.empty() ? told.run : told.session);
    if (!told.parent.empty()) {
        json += fmt::format(R"(,"parent":"{}")", told.parent);
    }
    if (!told.derived) {
        json += fmt::format(R"(,"duration_ms":{})", told.until - told.from);
    }
    json += fmt::format(R"(,"fields":{{"scope":{{"name":"{}"}},"resource":{{"service.name":"{}"}})",
                        told.scope, told.service);
    json += told.fields + "}}";
    Event event = Event::parse(json).take();
    if (told.session.empty()) {
        event = event.with_flag(Flag::session_derived);
    }
    if (told.derived) {
        event = event.with_flag(Flag::derived);
    }
    return event.with_flag(Flag::settled);
}

inline Receipt send(Store& store, const std::vector<SpanTold>& request) {
    Batch batch;
    for (const SpanTold& told : request) {
        batch.events.push_back({.event = event_of(told), .line = batch.events.size() + 1});
    }
    const Result<Receipt> receipt = append_settled(store, batch);
    EXPECT_TRUE(receipt) << (receipt ? "" : receipt.error().message);
    return receipt ? *receipt : Receipt();
}

// "llm_call", "span for i", with the agent behind it where it is not the service: "tool_call
// @boss".
inline std::string stored(const Store& store, std::string_view id) {
    const std::optional<Event> event = store.find(id).take();
    if (!event) {
        return "none";
    }
    std::string said(event->kind());
    const std::string counted_by = text_field(*event, "counted_by");
    said += counted_by.empty() ? "" : " for " + counted_by;
    said += event->agent() == "svc" ? "" : " @" + std::string(event->agent());
    return said;
}

inline std::string field_of(const Store& store, std::string_view id, std::string_view name) {
    const std::optional<Event> event = store.find(id).take();
    return event ? std::string(field(*event, name).raw()) : "none";
}

}  // namespace hence::settle_for_test
