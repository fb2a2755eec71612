// A log for tests, told event by event.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hence/sink.h"
#include "hence/store.h"

namespace hence {

// Ids count up from e1. The clock stands at 2026-02-23T10:00:00Z plus the second that is told.
class ToldLog : public testing::Test {
protected:
    // `rest` is JSON members: "session":"s1","fields":{...}
    std::string tell(int second, std::string_view kind, std::string_view rest = {}) {
        const std::string id = fmt::format("e{}", ++told_);
        tell_json(fmt::format(R"({{"id":"{}","kind":"{}","time":"{}"{}{}}})", id, kind,
                              time_at(second), rest.empty() ? "" : ",", rest));
        return id;
    }

    void tell_json(std::string_view json) {
        Result<Event> event = Event::parse(json);
        ASSERT_TRUE(event) << event.error().message << " in " << json;
        Batch batch;
        batch.events.push_back({*event, 1});
        const Result<Receipt> receipt = store_->append(batch);
        ASSERT_TRUE(receipt) << receipt.error().message;
    }

    static std::string time_at(int second) {
        return fmt::format("2026-02-23T{:02}:{:02}:{:02}Z", 10 + second / 3600, second / 60 % 60,
                           second % 60);
    }

    // Collects what is written. Use it once.
    static Sink into(std::string& out) {
        return [&out](std::string_view piece) {
            out += piece;
            return Result<void>();
        };
    }

    std::unique_ptr<Store> store_ = open_memory_store();
    int told_ = 0;
};

}  // namespace hence
