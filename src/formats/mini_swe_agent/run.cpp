#include "formats/mini_swe_agent/run.h"

#include <cmath>
#include <optional>
#include <utility>

#include "base/try.h"
#include "hence/time.h"

namespace hence {
namespace {

// Beyond this, messages without an answer of the model are no beginning of a run.
constexpr std::size_t early_max = 1'000;

std::string text_in(Json json, std::string_view name) {
    return json[name].string().value_or("");
}

// The time of a message, in seconds since 1970.
std::optional<std::string> time_in(Json json) {
    const Json extra = json["extra"]["timestamp"];
    const Json seconds = extra.present() ? extra : json["timestamp"];
    if (seconds.is_string()) {
        return time_from(seconds);
    }
    constexpr double seconds_max = 253'402'300'800;  // The end of the year 9999.
    constexpr std::int64_t per_second = 1'000'000;
    const double number = seconds.number().value_or(-1);
    if (number < 0 || number >= seconds_max) {
        return std::nullopt;
    }
    // A double says no more than this of a time of today.
    const std::int64_t micros = std::llround(number * static_cast<double>(per_second));
    return to_string(Time{.seconds = micros / per_second,
                          .nanos = static_cast<std::uint32_t>(micros % per_second * 1'000),
                          .digits = 6});
}

ConversationPlace place_of(Json document, std::string_view begun) {
    ConversationPlace place{.format = mini_swe_agent_name};
    const std::string instance = text_in(document, "instance_id");
    place.agent = mini_swe_agent_name;
    place.session =
        (instance.empty() ? std::string(mini_swe_agent_name) : instance) + "-" + mark_of(begun);
    place.run = place.session;
    place.session_derived = true;
    return place;
}

std::string_view status_of(std::string_view exit) {
    if (exit == "Submitted") {
        return "success";
    }
    return exit.find("Interrupt") != std::string_view::npos ? "cancelled" : "failure";
}

}  // namespace

MiniSweAgentRun::MiniSweAgentRun(Json document)
    : document_(document), talk_(place_of(document, {})) {}

std::string MiniSweAgentRun::id_of(const Moment& when, std::uint64_t number,
                                   std::string_view part) const {
    return derived_id(when.time,
                      {mini_swe_agent_name, talk_.place().run, std::to_string(number), part});
}

Moment MiniSweAgentRun::moment_of(Json json, std::uint64_t number) {
    latest_number_ = number;
    if (const std::optional<std::string> time = time_in(json)) {
        latest_time_ = *time;
        return {*time, false};
    }
    return {latest_time_.empty() ? time_of_index(number) : latest_time_, true};
}

Result<void> MiniSweAgentRun::give(EventDraft draft) {
    Event event = TRY(talk_.finish(std::move(draft)));
    told_.push_back(std::move(event));
    return {};
}

Result<std::vector<Event>> MiniSweAgentRun::message(Json json, std::uint64_t number) {
    told_.clear();
    const bool answer = json["role"].string() == "assistant";
    if (!begun_ && !answer && json["role"].string() != "exit" && early_.size() < early_max) {
        early_.push_back({std::string(json.raw()), number});
        return std::vector<Event>();
    }
    if (!begun_) {
        TRY(begin(json));
    }
    TRY(tell(json, number));
    return std::exchange(told_, {});
}

// What was said up to the first answer is what a run is known by: the same task may be given twice.
Result<void> MiniSweAgentRun::begin(Json first_answer) {
    begun_ = true;
    std::string begun;
    for (const Early& each : early_) {
        begun += each.json + '\n';
    }
    begun += first_answer.raw();
    talk_ = Conversation(place_of(document_, begun));
    latest_time_ = time_in(first_answer).value_or("");
    for (const Early& each : std::exchange(early_, {})) {
        TRY(tell(Json(each.json), each.number));
    }
    return {};
}

Result<void> MiniSweAgentRun::tell(Json json, std::uint64_t number) {
    const std::string role = text_in(json, "role");
    if (role == "assistant") {
        return tell_answer(json, number);
    }
    if (role == "exit") {
        return tell_exit(json, number);
    }
    if (role == "system" || !goal_told_) {
        return tell_first(json, number);
    }
    const std::string interrupt = text_in(json["extra"], "interrupt_type");
    return interrupt.empty() ? tell_result(json, number) : tell_interrupt(json, number, interrupt);
}

Result<void> MiniSweAgentRun::tell_first(Json json, std::uint64_t number) {
    const Moment when = moment_of(json, number);
    const bool goal = json["role"].string() == "user";
    goal_told_ = goal_told_ || goal;
    EventDraft draft = talk_.draft(goal ? "session_start" : "system_prompt",
                                   id_of(when, number, goal ? "start" : "system"), when);
    Foreign rest(json);
    rest.take("role");
    put_content(draft.fields, goal ? "goal" : "text", rest.take("content"));
    if (goal) {
        Foreign info(document_["info"]);
        draft.fields.value("config", info.take("config"));
        draft.fields.value("mini_version", info.take("mini_version"));
        draft.fields.value("trajectory_format", document_["trajectory_format"]);
        draft.fields.value("instance_id", document_["instance_id"]);
        talk_.came(draft.id);
    }
    rest.leave(draft.fields, mini_swe_agent_name);
    return give(std::move(draft));
}

Result<void> MiniSweAgentRun::tell_exit(Json json, std::uint64_t number) {
    TRY(abandon_calls());
    const Moment when = moment_of(json, number);
    const Json extra = json["extra"];
    EventDraft draft = talk_.draft("termination", id_of(when, number, "exit"), when);
    Foreign rest(extra);
    const std::string reason = rest.text("exit_status");
    draft.fields.text("reason", reason.empty() ? text_of_content(json["content"]) : reason);
    draft.fields.text("output", rest.text("submission"));
    if (extra.is_object()) {
        rest.leave(draft.fields, mini_swe_agent_name);
    }
    talk_.follow(draft);
    talk_.came(draft.id);
    exit_told_ = true;
    return give(std::move(draft));
}

Result<void> MiniSweAgentRun::abandon_calls() {
    for (; !waiting_.empty(); waiting_.pop_front()) {
        talk_.came(waiting_.front().draft.id);
        TRY(give(std::move(waiting_.front().draft)));
    }
    waiting_by_id_.clear();
    return {};
}

Result<std::vector<Event>> MiniSweAgentRun::finish(Ended ended) {
    told_.clear();
    if (!begun_) {
        return std::vector<Event>();
    }
    for (Call& call : waiting_) {
        if (ended == Ended::not_yet) {
            call.draft.flags.push_back(Flag::unfinished);
        }
    }
    TRY(abandon_calls());
    if (ended == Ended::not_yet) {
        return std::exchange(told_, {});
    }
    Foreign info(document_["info"]);
    const std::string exit = info.text("exit_status");
    const Moment when = {latest_time_.empty() ? time_of_index(latest_number_ + 1) : latest_time_,
                         true};
    if (!exit_told_) {
        EventDraft draft = talk_.draft("termination", id_of(when, 0, "exit"), when);
        draft.fields.text("reason", exit);
        talk_.follow(draft);
        talk_.came(draft.id);
        TRY(give(std::move(draft)));
    }
    EventDraft draft = talk_.draft("session_end", id_of(when, 0, "end"), when);
    talk_.follow(draft);
    draft.fields.text("status", status_of(exit));
    draft.fields.text("output", info.text("submission"));
    draft.fields.value("cost_usd", number_from(document_["info"]["model_stats"]["instance_cost"]));
    info.take("config");
    info.take("mini_version");
    info.leave(draft.fields, mini_swe_agent_name);
    TRY(give(std::move(draft)));
    return std::exchange(told_, {});
}

}  // namespace hence
