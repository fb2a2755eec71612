// The end of a sample, as the log has it: its output, its scores, and why it stopped.
#include <initializer_list>
#include <utility>

#include "base/try.h"
#include "formats/inspect/sample.h"

namespace hence {
namespace {

// What a score says of the attempt: `C` and `I` are how scorers spell it, and numbers stand for
// them. Anything between says neither.
std::string verdict_of(Json value) {
    const std::string grade = value.string().value_or("");
    if (grade == "C" || value.number() == 1.0 || value.boolean() == true) {
        return "success";
    }
    return grade == "I" || value.number() == 0.0 || value.boolean() == false ? "failure" : "";
}

// What all scores agree on.
std::string status_of(Json sample) {
    if (sample["error"].present()) {
        return "failure";
    }
    std::string status;
    bool agreed = true;
    sample["scores"].each_member([&](std::string_view, Json score) {
        const std::string verdict = verdict_of(score["value"]);
        agreed = !verdict.empty() && (status.empty() || status == verdict);
        status = verdict;
        return agreed;
    });
    const bool stopped = sample["limit"].present();
    return agreed && !status.empty() ? status : stopped ? "cancelled" : "";
}

std::string completion_of(Json output) {
    const std::string said = text_of_content(output["choices"].at(0)["message"]["content"]);
    return said.empty() ? output["completion"].string().value_or("") : said;
}

// The total that the log has, when it has one: of several models there are several.
Json total_of(Json usage) {
    Json total;
    std::size_t models = 0;
    usage.each_member([&](std::string_view, Json one) {
        total = one["total_tokens"];
        return ++models < 2;
    });
    return models == 1 ? total : Json();
}

}  // namespace

Moment InspectSample::ending() const {
    const std::optional<std::string> time = time_from(sample_["completed_at"]);
    if (time && !last_derived_) {
        return {*time, false};
    }
    // The last thing that was recorded, where nothing says more.
    return last_time_.empty() ? beginning() : Moment{last_time_, last_derived_};
}

Result<Event> InspectSample::end_event(bool whole) {
    EventDraft draft = draft_of_whole("session_end", "end", ending());
    draft.parent = start_id_;
    draft.flags.push_back(Flag::parent_derived);
    Foreign rest(sample_);
    for (const std::string_view name :
         {"id", "epoch", "input", "messages", "message_refs", "events", "events_data",
          "attachments", "output", "error_retries", "timelines", "transcript"}) {
        rest.take(name);
    }
    draft.fields.text("status", status_of(sample_));
    const std::string output = attachments_.resolve(sample_["output"]);
    draft.fields.text("output", completion_of(Json(output)));
    draft.fields.value("total_tokens", total_of(sample_["model_usage"]));
    draft.fields.value("scores", rest.take("scores"));
    draft.duration = ms_from_seconds(sample_["total_time"]);
    if (whole) {
        rest.leave(draft.fields, inspect_name);
    } else {
        draft.fields.text("left_out", "what else the sample says is too deep or too large");
    }
    return std::move(draft).finish(inspect_name);
}

Result<std::vector<Event>> InspectSample::fail(Json attempt) {
    if (has_error_) {
        return std::vector<Event>();
    }
    const Moment when = last_time_.empty() ? beginning() : Moment{last_time_, false};
    EventDraft draft = draft_of_whole("error", "error", when);
    draft.parent = start_id_;
    draft.flags.push_back(Flag::parent_derived);
    draft.fields.value("error", attempt["message"]);
    draft.fields.value("context", attempt["traceback"]);
    Event event = TRY(std::move(draft).finish(inspect_name));
    return std::vector<Event>{std::move(event)};
}

Result<std::vector<Event>> InspectSample::end() {
    std::vector<Event> told;
    const auto add = [&told](EventDraft draft) -> Result<void> {
        Event event = TRY(std::move(draft).finish(inspect_name));
        told.push_back(std::move(event));
        return {};
    };
    std::vector<EventDraft> drafts;
    if (const Json error = sample_["error"]; error.present() && !has_error_) {
        EventDraft& draft = drafts.emplace_back(draft_of_whole("error", "error", ending()));
        draft.fields.value("error", error.is_object() ? error["message"] : error);
        draft.fields.value("context", error["traceback"]);
    }
    sample_["scores"].each_member([&](std::string_view name, Json score) {
        if (!scores_.contains(name)) {
            const std::string key = "score:" + std::string(name);
            EventDraft& draft = drafts.emplace_back(draft_of_whole("observation", key, ending()));
            describe_grade(draft.fields, name, score);
        }
        return true;
    });
    if (attachments_.left() > 0) {
        EventDraft& draft = drafts.emplace_back(draft_of_whole("log", "attachments", ending()));
        draft.fields.text("severity", "warning");
        draft.fields.text("body", std::to_string(attachments_.left()) +
                                      " attachments are too large, and stay references");
        draft.flags.push_back(Flag::derived);
    }
    for (EventDraft& draft : drafts) {
        draft.parent = start_id_;
        draft.flags.push_back(Flag::parent_derived);
        TRY(add(std::move(draft)));
    }
    Result<Event> ended = end_event(true);
    Event event = TRY(ended ? std::move(ended) : end_event(false));
    told.push_back(std::move(event));
    return told;
}

}  // namespace hence
