#include "formats/common/transcript.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"

namespace hence {
namespace {

// More calls do not wait: a transcript without results must not take all memory.
constexpr std::size_t waiting_max = 10'000;

// Whether the name of a file or directory is an id and not a word.
bool is_id(std::string_view name) {
    constexpr std::size_t size_min = 12;
    constexpr std::ptrdiff_t digits_min = 6;
    const auto plain = [](char c) { return is_letter_or_digit(c) || c == '-' || c == '_'; };
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    return name.size() >= size_min && std::ranges::all_of(name, plain) &&
           std::ranges::count_if(name, digit) >= digits_min;
}

void put_call(Fields& fields, const BlockCall& call) {
    fields.text("tool_name", call.name);
    fields.value("input", Json(call.input));
    fields.text("call_id", call.call_id);
}

}  // namespace

std::string_view status_text(bool failed) {
    return failed ? "error" : "ok";
}

EventDraft Transcript::draft(std::string_view kind, const TranscriptStep& step,
                             std::string_view part) {
    Moment when{step.time, false};
    if (step.time.empty()) {
        when = {latest_time_.empty() ? time_of_index(steps_) : latest_time_, true};
    }
    const ConversationPlace& place = talk_.place();
    std::string id = derived_id(when.time, {place.format, place.session, step.key, part});
    return talk_.draft(kind, std::move(id), when);
}

Result<void> Transcript::give(EventDraft draft) {
    Event event = TRY(talk_.finish(std::move(draft)));
    told_.push_back(std::move(event));
    return {};
}

// The first event of the session, and of its first run.
Result<void> Transcript::begin(const TranscriptStep& step, std::string_view goal) {
    if (std::exchange(begun_, true)) {
        return {};
    }
    EventDraft start = draft("session_start", step, "start");
    talk_.enter_run(start.id);
    start.run = start.id;
    start.fields = std::exchange(about_, {});
    start.fields.text("goal", goal);
    talk_.came(start.id);
    return give(std::move(start));
}

// Tells the oldest calls as they are, until so many wait.
Result<void> Transcript::abandon(std::size_t keep) {
    while (waiting_.size() > keep) {
        Call call = std::move(waiting_.front());
        waiting_.pop_front();
        waiting_by_id_.erase(call.call_id);
        TRY(give(std::move(call.draft)));
    }
    return {};
}

Result<void> Transcript::prompt(const TranscriptStep& step, std::string_view text, Fields fields) {
    ++steps_;
    latest_time_ = step.time.empty() ? latest_time_ : step.time;
    TRY(abandon(0));
    if (!begun_) {
        // What the prompt's record says besides belongs to the first event.
        std::string rest = TRY(std::move(fields).take());
        Json(rest).each_member([this](std::string_view name, Json value) {
            about_.value(name, value);
            return true;
        });
        return begin(step, text);
    }
    EventDraft prompt = draft("prompt", step, "prompt");
    talk_.enter_run(prompt.id);
    prompt.run = prompt.id;
    prompt.fields = std::move(fields);
    prompt.fields.text("text", text);
    talk_.follow(prompt);
    talk_.came(prompt.id);
    return give(std::move(prompt));
}

EventDraft Transcript::draft_of_call(const TranscriptStep& step, const BlockCall& call,
                                     std::size_t number) {
    EventDraft asked = draft("tool_call", step, "call " + std::to_string(number));
    put_call(asked.fields, call);
    return asked;
}

// A call that is announced twice is one call.
void Transcript::wait_for(Call call) {
    const auto before = waiting_by_id_.find(call.call_id);
    if (before != waiting_by_id_.end()) {
        waiting_.erase(before->second);
    }
    waiting_.push_back(std::move(call));
    const std::string& id = waiting_.back().call_id;
    if (!id.empty()) {
        waiting_by_id_.insert_or_assign(id, std::prev(waiting_.end()));
    }
}

Result<void> Transcript::answer(const TranscriptStep& step, TranscriptAnswer answer) {
    ++steps_;
    latest_time_ = step.time.empty() ? latest_time_ : step.time;
    TRY(begin(step, {}));
    // Calls without an id get their results before the next answer, or none.
    for (auto call = waiting_.begin(); call != waiting_.end();) {
        if (!call->call_id.empty()) {
            ++call;
            continue;
        }
        EventDraft told = std::move(call->draft);
        call = waiting_.erase(call);
        TRY(give(std::move(told)));
    }
    std::list<Call> calls;
    std::vector<std::string> call_ids;
    Turn turn;
    for (const BlockCall& call : answer.blocks.calls) {
        calls.push_back({call.call_id, draft_of_call(step, call, calls.size() + 1)});
        turn.calls.push_back(&calls.back().draft);
        if (!call.call_id.empty()) {
            call_ids.push_back(call.call_id);
        }
    }
    turn.model_call = draft("llm_call", step, "answer");
    turn.model_call.fields = std::move(answer.fields);
    turn.model_call.fields.text("model", answer.model);
    turn.model_call.fields.list("call_ids", call_ids);
    put_other_blocks(turn.model_call.fields, answer.blocks);
    turn.model_call.duration = answer.duration;
    turn.completion = std::move(answer.blocks.text);
    turn.thoughts = std::move(answer.blocks.thoughts);
    std::vector<Event> said = TRY(talk_.tell(std::move(turn)));
    std::ranges::move(said, std::back_inserter(told_));
    for (Call& call : calls) {
        TRY(abandon(waiting_max - 1));
        wait_for(std::move(call));
    }
    return {};
}

Result<void> Transcript::message(const TranscriptStep& step, std::string_view role,
                                 TranscriptAnswer message) {
    if (role == "assistant" || role == "model") {
        return answer(step, std::move(message));
    }
    Blocks& blocks = message.blocks;
    std::size_t number = 0;
    for (BlockResult& one : blocks.results) {
        TranscriptResult told;
        told.call_id = std::move(one.call_id);
        told.name = std::move(one.name);
        told.output = std::move(one.output);
        told.status = status_text(one.failed);
        const std::string key = step.key + " result " + std::to_string(++number);
        TRY(result({step.time, key}, std::move(told)));
    }
    if (blocks.text.empty() && !blocks.results.empty()) {
        return {};
    }
    put_other_blocks(message.fields, blocks);
    if (role == "system" || role == "developer") {
        message.fields.text("text", blocks.text);
        return note("system_prompt", step, std::move(message.fields));
    }
    return prompt(step, blocks.text, std::move(message.fields));
}

Result<void> Transcript::call(const TranscriptStep& step, BlockCall call, Fields fields) {
    ++steps_;
    latest_time_ = step.time.empty() ? latest_time_ : step.time;
    TRY(begin(step, {}));
    TRY(abandon(waiting_max - 1));
    EventDraft asked = draft("tool_call", step, "call");
    asked.fields = std::move(fields);
    put_call(asked.fields, call);
    talk_.follow(asked);
    wait_for({std::move(call.call_id), std::move(asked)});
    return {};
}

// The call that a result belongs to: by its id, or of calls without an id, the oldest.
std::list<Transcript::Call>::iterator Transcript::call_of(const TranscriptResult& result) {
    const auto found = waiting_by_id_.find(result.call_id);
    if (found != waiting_by_id_.end()) {
        return found->second;
    }
    return std::ranges::find_if(waiting_, [](const Call& call) { return call.call_id.empty(); });
}

Result<void> Transcript::result(const TranscriptStep& step, TranscriptResult result) {
    ++steps_;
    latest_time_ = step.time.empty() ? latest_time_ : step.time;
    const auto found = call_of(result);
    if (found == waiting_.end()) {
        return stray(step, std::move(result));
    }
    Call call = std::move(*found);
    waiting_.erase(found);
    waiting_by_id_.erase(call.call_id);
    Fields& fields = call.draft.fields;
    fields.value("output", Json(result.output));
    fields.text("error", result.error);
    fields.text("status", result.status);
    const std::string rest = TRY(std::move(result.fields).take());
    Json(rest).each_member([&fields](std::string_view name, Json value) {
        fields.value(name, value);
        return true;
    });
    const bool timed =
        !step.time.empty() &&
        std::ranges::find(call.draft.flags, Flag::time_derived) == call.draft.flags.end();
    call.draft.duration = !result.duration.empty() ? result.duration
                          : timed                  ? duration_between(call.draft.time, step.time)
                                                   : std::string();
    talk_.came(call.draft.id);
    return give(std::move(call.draft));
}

// The result of a call that was told before, or that stands in no answer.
Result<void> Transcript::stray(const TranscriptStep& step, TranscriptResult result) {
    TRY(begin(step, {}));
    EventDraft seen = draft("observation", step, "result");
    seen.fields = std::move(result.fields);
    seen.fields.text("call_id", result.call_id);
    seen.fields.text("tool_name", result.name);
    seen.fields.value("content", Json(result.output));
    seen.fields.text("error", result.error);
    seen.fields.text("status", result.status);
    seen.duration = result.duration;
    talk_.follow(seen);
    return give(std::move(seen));
}

Result<void> Transcript::note(std::string_view kind, const TranscriptStep& step, Fields fields) {
    ++steps_;
    latest_time_ = step.time.empty() ? latest_time_ : step.time;
    if (kind == "termination") {
        TRY(abandon(0));
    }
    EventDraft noted = draft(kind, step, kind);
    noted.fields = std::move(fields);
    talk_.follow(noted);
    return give(std::move(noted));
}

Result<void> Transcript::end(const TranscriptStep& step, std::string_view status, Fields fields) {
    ++steps_;
    latest_time_ = step.time.empty() ? latest_time_ : step.time;
    TRY(abandon(0));
    EventDraft over = draft("session_end", step, "end");
    over.fields = std::move(fields);
    over.fields.text("status", status);
    talk_.follow(over);
    return give(std::move(over));
}

std::vector<Event> Transcript::waiting() const {
    std::vector<Event> events;
    for (const Call& call : waiting_) {
        EventDraft draft = call.draft;
        draft.flags.push_back(Flag::unfinished);
        Result<Event> event = talk_.finish(std::move(draft));
        if (event) {
            events.push_back(std::move(event).take());
        }
    }
    return events;
}

std::string Transcript::event_of(std::string_view call_id) const {
    const auto found = waiting_by_id_.find(call_id);
    return found == waiting_by_id_.end() ? std::string() : found->second->draft.id;
}

void Transcript::join(std::string_view run, std::string_view parent) {
    begun_ = true;
    talk_.enter_run(std::string(run));
    talk_.came(std::string(parent));
}

void TranscriptReader::give(const Record& record, Batch& batch) {
    for (Event& event : std::exchange(ended_, {})) {
        add(std::move(event), record, batch);
    }
    if (talk_) {
        for (Event& event : talk_->take()) {
            add(std::move(event), record, batch);
        }
    }
    for (auto& [call, lane] : lanes_) {
        for (Event& event : lane.take()) {
            add(std::move(event), record, batch);
        }
    }
}

Result<void> TranscriptReader::read(const Record& record, Batch& batch) {
    Result<void> done = tell(record);
    give(record, batch);
    return done;
}

void TranscriptReader::unfinished(Batch& batch) {
    const auto add_waiting = [&batch](const Transcript& talk) {
        for (Event& event : talk.waiting()) {
            add(std::move(event), {}, batch);
        }
    };
    if (talk_) {
        add_waiting(*talk_);
    }
    for (const auto& [call, lane] : lanes_) {
        add_waiting(lane);
    }
}

std::uint64_t TranscriptReader::finish(Batch& batch) {
    const Result<void> rest = tell_rest();
    Batch last;
    give({}, last);
    for (Incoming& incoming : last.events) {
        incoming.event = incoming.event.with_flag(Flag::unfinished);
        batch.events.push_back(std::move(incoming));
    }
    const std::size_t before = batch.events.size();
    unfinished(batch);
    std::uint64_t waits = (talk_ ? talk_->waits() : 0) + (rest ? 0 : 1);
    for (const auto& [call, lane] : lanes_) {
        waits += lane.waits();
    }
    return waits - (batch.events.size() - before);
}

Transcript& TranscriptReader::lane(const Record& record, const std::string& call_id,
                                   std::string_view agent) {
    constexpr std::size_t lanes_max = 1'000;
    Transcript& main = talk(record);
    const auto found = lanes_.find(call_id);
    if (found != lanes_.end() || lanes_.size() >= lanes_max) {
        return found == lanes_.end() ? main : found->second;
    }
    ConversationPlace place = main.place();
    place.agent = agent;
    Transcript& made = lanes_.emplace(call_id, Transcript(std::move(place))).first->second;
    made.join(main.place().run, main.event_of(call_id));
    return made;
}

// Transcripts that do not name their session lie in a file, or in a directory, of its name. Where
// neither is an id, the session is known by the file's name and its first record.
std::string TranscriptReader::session_by_name(const Record& first) const {
    const std::size_t slash = source_.rfind('/');
    std::string_view name(source_);
    name.remove_prefix(slash == std::string::npos ? 0 : slash + 1);
    name = name.substr(0, std::min(name.find('.', 1), name.size()));
    if (is_id(name)) {
        return std::string(name);
    }
    if (slash != std::string::npos && slash > 0) {
        const std::size_t above = source_.rfind('/', slash - 1);
        const std::size_t begin = above == std::string::npos ? 0 : above + 1;
        const std::string_view directory = std::string_view(source_).substr(begin, slash - begin);
        if (is_id(directory)) {
            return std::string(directory);
        }
    }
    return std::string(format_) + "-" +
           mark_of(std::string(name) + '\n' + std::string(first.json.raw()));
}

Transcript& TranscriptReader::talk(const Record& record) {
    if (!talk_) {
        talk_ = std::make_unique<Transcript>(ConversationPlace{.format = format_,
                                                               .agent = std::string(agent_),
                                                               .session = session_by_name(record),
                                                               .session_derived = true});
    }
    return *talk_;
}

void TranscriptReader::enter(std::string_view session, std::string_view agent) {
    const std::string_view name = agent.empty() ? agent_ : agent;
    if (session.empty()) {
        return;
    }
    if (talk_ && talk_->place().session == session && talk_->place().agent == name) {
        return;
    }
    if (talk_) {
        ended_ = talk_->take();
        std::ranges::move(talk_->waiting(), std::back_inserter(ended_));
        for (auto& [call, lane] : std::exchange(lanes_, {})) {
            std::ranges::move(lane.take(), std::back_inserter(ended_));
            std::ranges::move(lane.waiting(), std::back_inserter(ended_));
        }
    }
    talk_ = std::make_unique<Transcript>(ConversationPlace{
        .format = format_, .agent = std::string(name), .session = std::string(session)});
}

TranscriptStep TranscriptReader::step(const Record& record, std::optional<std::string> time,
                                      std::string_view key) {
    return {std::move(time).value_or(""),
            key.empty() ? "line " + std::to_string(record.line) : std::string(key)};
}

}  // namespace hence
