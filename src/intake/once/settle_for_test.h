// Sends spans to a store in few words, by translations made by hand. For tests only.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/otlp/translate/translation.h"
#include "hence/store.h"
#include "intake/once/settle.h"
#include "model/facts.h"

namespace hence::settle_for_test {

inline constexpr std::uint64_t ms = 1'000'000;
inline constexpr std::uint64_t second = 1'000 * ms;
inline constexpr std::uint64_t beginning = 1'770'000'000 * second;

inline const std::string trace(32, 'f');

// The event of the span that a letter from a to f stands for.
inline std::string span(char letter) {
    return std::string(16, letter) + "-" + trace;
}

inline std::string time_text(std::uint64_t nanoseconds) {
    return to_string(Time{static_cast<std::int64_t>(nanoseconds / second),
                          static_cast<std::uint32_t>(nanoseconds % second), 9});
}

// What a span is made of, in few words.
struct Telling {
    std::string id;
    std::string parent = {};
    std::string scope = "one";
    std::uint64_t from = 0;    // Milliseconds.
    std::uint64_t until = 10;  // Likewise.
    std::string run = trace;
    std::string session = trace;
    bool record = false;
};

inline Arrival arrival_of(const Telling& telling, const std::string& kind) {
    Arrival arrival;
    arrival.record = telling.record;
    Translation& told = arrival.told;
    told.main.id = telling.id;
    told.main.kind = kind;
    told.main.parent = telling.parent;
    told.main.run = telling.run;
    told.main.session = telling.session;
    told.start_ns = beginning + telling.from * ms;
    told.end_ns = beginning + telling.until * ms;
    told.main.time = time_text(told.start_ns);
    told.main.duration = std::to_string(telling.until - telling.from);
    told.scope_name = telling.scope;
    told.main.fields.value("scope", Json(R"({"name":")" + telling.scope + "\"}"));
    return arrival;
}

struct Answer {
    std::string model = "gpt-4o";
    std::string completion = {};
    std::string response_id = {};
    std::vector<std::string> call_ids = {};
};

inline Arrival model_call(const Telling& telling, const Answer& answer = {}) {
    Arrival arrival = arrival_of(telling, "llm_call");
    Translation& told = arrival.told;
    told.model_call = true;
    told.model = answer.model;
    told.response_id = answer.response_id;
    told.call_ids = answer.call_ids;
    told.main.fields.text("model", answer.model);
    told.main.fields.value("prompt_tokens", Json("10"));
    told.main.fields.text("completion", answer.completion);
    told.main.fields.list("call_ids", answer.call_ids);
    if (!answer.response_id.empty()) {
        told.main.fields.value("attributes",
                               Json(R"({"gen_ai.response.id":")" + answer.response_id + "\"}"));
    }
    return arrival;
}

inline Arrival plumbing(const Telling& telling) {
    return arrival_of(telling, "span");
}

inline Arrival tool_call(const Telling& telling, const std::string& call_id) {
    Arrival arrival = arrival_of(telling, "tool_call");
    arrival.told.call_id = call_id;
    arrival.told.main.fields.text("tool_name", "Read");
    arrival.told.main.fields.text("call_id", call_id);
    return arrival;
}

inline EventDraft reconstructed(const std::string& id, const std::string& call_id) {
    EventDraft draft;
    draft.id = id;
    draft.kind = "tool_call";
    draft.time = time_text(beginning);
    draft.run = trace;
    draft.session = trace;
    draft.fields.text("tool_name", "Read");
    draft.fields.text("call_id", call_id);
    draft.flags = {Flag::derived};
    return draft;
}

inline std::string rationale(const std::string& why) {
    return R"({"why":")" + why + "\"}";
}

class SettleTest : public testing::Test {
protected:
    template <class... Arrivals>
    std::string send(Arrivals... arrivals) {
        std::vector<Arrival> request;
        (request.push_back(std::move(arrivals)), ...);
        return send_all(std::move(request));
    }

    // "2 new" and, if there are any, "1 known", "1 refused".
    std::string send_all(std::vector<Arrival> request) {
        const Result<void> settled = settle(*store_, request);
        EXPECT_TRUE(settled);
        Batch batch;
        for (Arrival& arrival : request) {
            if (arrival.dropped) {
                continue;
            }
            add(std::move(arrival.told.main), batch);
            for (EventDraft& draft : arrival.told.more) {
                add(std::move(draft), batch);
            }
            for (EventDraft& draft : arrival.told.if_absent) {
                add(std::move(draft), batch);
            }
        }
        const Receipt receipt = store_->append(batch).take();
        std::string said = fmt::format("{} new", receipt.accepted);
        said += receipt.duplicates > 0 ? fmt::format(", {} known", receipt.duplicates) : "";
        said += receipt.quarantined > 0 ? fmt::format(", {} refused", receipt.quarantined) : "";
        return said;
    }

    // Stores an event of our own.
    void tell(const std::string& json) {
        Batch batch;
        batch.events.push_back({Event::parse(json).take()});
        EXPECT_EQ(store_->append(batch).take().accepted, 1U);
    }

    std::string fields_of(const std::string& id) {
        return std::string(store_->find(id).take()->fields());
    }

    // "llm_call", "span for bbbb", "tool_call because why", or "none".
    std::string stored(const std::string& id) {
        const std::optional<Event> event = store_->find(id).take();
        if (!event) {
            return "none";
        }
        std::string said(event->kind());
        const std::string counted_by = text_field(*event, "counted_by");
        said += counted_by.empty() ? "" : " for " + counted_by.substr(0, 1);
        const std::string why = why_of(*event);
        said += why.empty() ? "" : " because " + why;
        return said;
    }

    std::unique_ptr<Store> store_ = open_memory_store();

private:
    static void add(EventDraft draft, Batch& batch) {
        Result<Event> event = std::move(draft).finish(otlp_format);
        ASSERT_TRUE(event) << event.error().message;
        batch.events.push_back({std::move(event).take()});
    }
};

}  // namespace hence::settle_for_test
