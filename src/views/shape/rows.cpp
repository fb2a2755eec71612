#include "views/shape/rows.h"

#include <utility>

#include "model/extent.h"
#include "model/facts.h"
#include "model/json/members.h"
#include "model/kinds.h"

namespace hence {
namespace {

// Any error is one but null and "".
bool says_failed(std::string_view kind, Json status, Json error) {
    const std::optional<std::string> said = status.string();
    return kind == Kind::error || said == "error" || (error.present() && error.raw() != "\"\"") ||
           (said == "failure" && (kind == Kind::session_end || kind == Kind::termination));
}

bool says_well(std::string_view kind, Json status, Json output) {
    const std::optional<std::string> said = status.string();
    return said == "ok" || (kind == Kind::tool_call && output.present()) ||
           (said == "success" && (kind == Kind::session_end || kind == Kind::termination));
}

}  // namespace

ShapeFact shape_fact(const Event& event) {
    ShapeFact fact;
    const std::string_view kind = event.kind();
    fact.duration_ms = event.duration_ms().value_or(-1);
    const auto [status, error, output, call_id] =
        members<4>(event.fields(), {"status", "error", "output", "call_id"});
    if (says_failed(kind, status, error)) {
        fact.flags = SessionShape::failed;
    } else if (says_well(kind, status, output)) {
        fact.flags = SessionShape::went_well;
    }
    if (event.has(Flag::time_derived)) {
        fact.flags |= SessionShape::untimed;
    } else if (!end_of(event)) {
        fact.flags |= SessionShape::beside_work;
    }
    if (end_of_work(kind, event.time(), 1'000) == event.time()) {
        fact.flags |= SessionShape::at_its_end;
    }
    if (kind == Kind::tool_call || kind == Kind::observation) {
        fact.call_id = call_id.string().value_or("");
        fact.begins_call = kind == Kind::tool_call && !fact.call_id.empty();
        fact.ends_call = kind == Kind::observation && !fact.call_id.empty();
    }
    return fact;
}

void add_row(SessionShape& shape, const Event& event, const ShapeFact& fact) {
    shape.as_arrived = shape.as_arrived && (shape.seqs.empty() || shape.seqs.back() < event.seq());
    shape.seqs.push_back(event.seq());
    shape.times.push_back(event.time());
    shape.durations.push_back(fact.duration_ms);
    shape.parents.push_back(SessionShape::none);
    shape.kinds.push_back(shape.kind_names.number_of(event.kind()));
    shape.agents.push_back(shape.agent_names.number_of(event.agent()));
    shape.runs.push_back(shape.run_names.number_of(event.run()));
    shape.flags.push_back(fact.flags);
    shape.borrowed += event.session() == shape.session ? 0 : 1;
    if (event.has(Flag::unfinished)) {
        shape.unfinished.emplace_back(event.id(), event.seq());
    }
    shape.settled = shape.settled || event.has(Flag::settled);
    if (event.kind() == Kind::delegation) {
        shape.delegated.push_back(
            {event.seq(), text_field(event, "run_id"), text_field(event, "child_id")});
    }
}

void put_own(SessionShape& shape, std::uint32_t index, const ShapeFact& fact) {
    constexpr std::uint8_t own =
        SessionShape::failed | SessionShape::went_well | SessionShape::told_by_call;
    shape.durations[index] = fact.duration_ms;
    shape.flags[index] = static_cast<std::uint8_t>((shape.flags[index] & ~own) | fact.flags);
}

void ShapeCalls::end(const Call& call) {
    if (!call.open.empty()) {
        shape_.flags[call.end] |= SessionShape::told_by_call;
    }
    for (const std::uint32_t start : call.open) {
        std::uint8_t& flags = shape_.flags[start];
        if (shape_.durations[start] < 0) {
            shape_.durations[start] = call.duration_ms;
        }
        if (call.failed) {
            flags = static_cast<std::uint8_t>((flags & ~SessionShape::went_well) |
                                              SessionShape::failed);
        } else if ((flags & SessionShape::failed) == 0) {
            flags |= SessionShape::went_well;
        }
    }
}

void ShapeCalls::see(std::uint32_t index, const ShapeFact& fact) {
    if (!fact.begins_call && !fact.ends_call) {
        return;
    }
    const std::uint32_t number = ids_.number_of(fact.call_id);
    calls_.resize(ids_.size());
    Call& call = calls_[number];
    if (fact.begins_call) {
        call.open.push_back(index);
        return;
    }
    call.end = index;
    call.spare = call.open.empty();
    call.duration_ms = fact.duration_ms;
    call.failed = (fact.flags & SessionShape::failed) != 0;
    end(call);
    call.open = {};
}

void ShapeCalls::finish() {
    for (const Call& call : calls_) {
        if (call.spare) {
            end(call);
        }
    }
    calls_.clear();
}

}  // namespace hence
