// The reader of A2A: what it remembers of tasks and requests while it reads.
//
// A response names its request by a JSON-RPC id, and an update names its task, so both are
// remembered, the latest ones only: a log may be endless. Events leave in the order of the text
// (A2aQueue).
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "formats/a2a/artifacts.h"
#include "formats/a2a/queue.h"
#include "formats/a2a/shapes.h"
#include "formats/common/records.h"

namespace hence {

// The objects that were named last, by their ids. When there are too many, the oldest are
// forgotten.
template <class Known>
class A2aRecent {
public:
    explicit A2aRecent(std::size_t size_max) : size_max_(size_max) {}

    Known* find(const std::string& id) {
        const auto at = known_.find(id);
        return at == known_.end() ? nullptr : &at->second;
    }
    Known& get(const std::string& id) {
        const auto [at, added] = known_.try_emplace(id);
        if (added) {
            order_.push_back(id);
        }
        while (order_.size() > size_max_ && order_.front() != id) {
            known_.erase(order_.front());
            order_.pop_front();
        }
        return at->second;
    }

private:
    std::size_t size_max_;
    std::map<std::string, Known> known_ = {};
    std::deque<std::string> order_ = {};
};

class A2aReader : public RecordReader {
public:
    struct Limits {
        A2aQueue::Limits waiting = {};
        A2aArtifacts::Limits artifacts = {};
        std::size_t tasks_max = 100'000;
        std::size_t requests_max = 10'000;
        // What artifacts say is kept until their task is over, as long as all of it is this small.
        std::size_t output_bytes_max = 64 << 20;
    };
    explicit A2aReader(const ReadOptions& options) : A2aReader(options, Limits()) {}
    A2aReader(const ReadOptions& options, const Limits& limits)
        : RecordReader(options),
          queue_(options.source, limits.waiting),
          artifacts_(limits.artifacts),
          tasks_(limits.tasks_max),
          requests_(limits.requests_max),
          output_bytes_max_(limits.output_bytes_max) {}

    std::uint64_t finish(Batch& batch) override;
    std::vector<std::string> copies() override { return queue_.given(); }

protected:
    Result<void> read(const Record& record, Batch& batch) override;

private:
    // Where a thing stands: its own members say so, or what it came in.
    struct Place {
        std::string context = {};
        std::string task = {};
        std::string asks = {};      // The request that it answers: an id of JSON-RPC.
        std::string asked_by = {};  // The event of that request's message.
        std::string waits = {};     // The request whose answer will tell the rest of this.
        std::string time = {};      // Of the record.
        std::uint64_t line = 0;
        Batch* batch = nullptr;  // Never null.
    };
    struct Task {
        std::string context = {};
        std::string last = {};    // Its last event.
        std::string asked = {};   // Its last message of the user's.
        std::string output = {};  // What its last artifact says.
    };
    struct Request {
        std::string message = {};  // The event.
        std::string context = {};
        std::string task = {};
    };
    // A status that a message came with, and what that stands in.
    struct Status {
        std::string state = {};
        Json thing = {};
    };

    Result<void> read_thing(const A2aThing& thing, Place place);
    Result<void> read_request(Json json, Place place);
    Result<void> read_response(Json json, Place place);
    Result<void> read_task(Json task, Place place);
    Result<void> read_status(Json update, Place place);
    Result<void> read_artifact(Json update, const Place& place);

    void add_message(Json message, Place place, const Status& status);
    void add_goal(const EventDraft& message, Json json, const Place& place);
    void add_status(Json thing, const Place& place);
    void add_end(Json thing, const Place& place);
    void add_artifact(const A2aArtifact& artifact, const Place& place);
    void add_error(Json error, const Place& place);
    void add_traffic(Json json, std::string_view subtype, const Place& place);
    void add_card(Json card, const Place& place);

    // Fills in what is known of the thing's task, and remembers what it says of it.
    void settle(Json thing, std::string_view task_key, Place& place);
    EventDraft draft_of(std::string id, std::string_view kind, const Place& place) const;
    // The same for an object that the agent sends: it answers the request, or else the user's last
    // message.
    EventDraft draft_of_agent(std::string id, const Place& place);
    std::string agent() const { return card_.empty() ? "agent" : card_; }
    void push(EventDraft draft, Json json, const Place& place);

    A2aQueue queue_;
    A2aArtifacts artifacts_;
    A2aRecent<Task> tasks_;
    A2aRecent<Request> requests_;  // By their ids: the last that was sent.
    std::size_t output_bytes_max_;
    std::size_t output_bytes_ = 0;  // Of all tasks.
    std::string card_;              // The name on the agent's card, if there was one.
};

}  // namespace hence
