// For tests: a recorder on a store in memory, and what it recorded, read back as JSON.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hence/recorder.h"
#include "store/common/forwarding_store.h"

namespace hence {

// Fails every append while it is full, as a disk does.
class FullStore final : public ForwardingStore {
public:
    FullStore() : ForwardingStore(open_memory_store()) {}
    Result<Receipt> append(const Batch& batch, const Check& check) override {
        if (full) {
            return Error{Code::io, "cannot write: no space left on device"};
        }
        return ForwardingStore::append(batch, check);
    }

    bool full = true;
};

// `story` is a session "s", run "r", of the agent "coder"; time stands still.
class RecorderTest : public testing::Test {
protected:
    // The event behind a step.
    Event event(const Step& step) const {
        const Result<std::optional<Event>> found = store->find(step.id());
        EXPECT_TRUE(step) << step.failure().message;
        EXPECT_TRUE(found && *found) << "not recorded: " << step.id();
        return found && *found ? **found
                               : *Event::parse(R"({"kind":"none","time":"2026-01-01T00:00:00Z"})");
    }
    std::string fields(const Step& step) const { return std::string(event(step).fields()); }
    std::string rationale(const Step& step) const { return std::string(event(step).rationale()); }
    // "code: message" of a step that failed.
    static std::string failure(const Step& step) {
        return step ? "recorded" : step.failure().message;
    }

    std::shared_ptr<Store> store = open_memory_store();
    std::vector<std::string> complaints;
    Recorder recorder{
        store,
        {.agent = "coder",
         .on_error = [this](const Error& error) { complaints.push_back(error.message); },
         .clock = [] { return *parse_time("2026-02-23T10:00:00Z"); }}};
    Scope story = recorder.session("s").run("r");
};

}  // namespace hence
