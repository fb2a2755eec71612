#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/knew.h"
#include "hence/store.h"
#include "model/text.h"
#include "views/cause/call.h"
#include "views/find/session_events.h"
#include "views/write/pieces.h"
#include "views/write/when.h"

namespace hence {
namespace {

constexpr std::size_t line_max = 100;

std::string_view id_or_nothing(const std::optional<Event>& event) {
    return event ? event->id() : std::string_view();
}

void append_message(JsonWriter& json, const KnewMessage& message) {
    json.begin_object().member("index", message.index).member("role", message.role);
    json.member("text", message.text).member("bytes", message.bytes).member("cut", message.cut);
    json.end_object();
}

Result<void> append_compared(Pieces& pieces, const KnewMessages& messages) {
    pieces.json.begin_object().member("total", messages.total).member("kept", messages.kept);
    pieces.json.member("bytes", messages.bytes);
    TRY(pieces.list("added", messages.added, append_message));
    TRY(pieces.list("dropped", messages.dropped, append_message));
    pieces.json.member("compared", messages.compared).end_object();
    return {};
}

void append_step(JsonWriter& json, const KnewStep& step) {
    json.begin_object().member("id", OrNull{step.id}).member("kind", OrNull{step.kind});
    json.member("time", step.time).member("summary", OrNull{step.summary});
    json.member("status", OrNull{step.status}).end_object();
}

// "1 message", "14 messages"
std::string counted(std::uint64_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// "512 B", "3.2 kB", "1.0 MB"
std::string size_text(std::uint64_t bytes) {
    constexpr std::uint64_t kilo = 1'000;
    constexpr std::uint64_t mega = 1'000'000;
    if (bytes < kilo) {
        return fmt::format("{} B", bytes);
    }
    const std::uint64_t unit = bytes < mega ? kilo : mega;
    return fmt::format("{}.{} {}", bytes / unit, bytes % unit * 10 / unit,
                       unit == kilo ? "kB" : "MB");
}

Result<void> append_lines(Pieces& pieces, char mark, const std::vector<KnewMessage>& messages) {
    for (const KnewMessage& message : messages) {
        pieces.text += fmt::format("{} {}: {} ({})\n", mark,
                                   message.role ? first_line(*message.role, line_max) : "-",
                                   first_line(message.text, line_max), size_text(message.bytes));
        TRY(pieces.pass_on());
    }
    return {};
}

Result<void> append_diff(Pieces& pieces, const Knew& answer) {
    if (!answer.model_call) {
        pieces.text += "no model call came before it\n";
        return {};
    }
    if (!answer.messages) {
        pieces.text += "what the model was shown was not recorded\n";
        return {};
    }
    const KnewMessages& messages = *answer.messages;
    if (messages.compared) {
        pieces.text += fmt::format("= {} kept ({})\n", counted(messages.kept, "message"),
                                   size_text(messages.bytes_kept));
    } else if (answer.previous) {
        pieces.text += "what the model was shown before was not recorded\n";
    }
    TRY(append_lines(pieces, '-', messages.dropped));
    return append_lines(pieces, '+', messages.added);
}

Result<void> append_call(std::string& out, std::string_view name, const Event& call,
                         Sessions& sessions) {
    const std::string said = TRY(summary_of(sessions, call));
    out += fmt::format("{}{} {}  ({})\n", name, when(call), said, printable(short_id(call.id())));
    return {};
}

}  // namespace

Result<void> write_json(const Knew& answer, const Store&, const Sink& sink) {
    Pieces pieces(sink);
    JsonWriter& json = pieces.json;
    json.begin_object().member("event", OrNull{answer.event.id()});
    json.member("agent", OrNull{answer.event.agent()}).member("run", OrNull{answer.event.run()});
    json.member("model_call", OrNull{id_or_nothing(answer.model_call)});
    json.member("previous", OrNull{id_or_nothing(answer.previous)});
    json.member("recorded", answer.messages.has_value()).key("messages");
    if (answer.messages) {
        TRY(append_compared(pieces, *answer.messages));
    } else {
        json.null();
    }
    TRY(pieces.list("steps", answer.steps, append_step));
    json.member("more", answer.more).end_object().end_line();
    return pieces.finish();
}

Result<void> write_text(const Knew& answer, const Store& store, const Sink& sink) {
    Pieces pieces(sink);
    Sessions sessions(store);
    TRY(append_call(pieces.text, "", answer.event, sessions));
    if (answer.model_call && answer.model_call->seq() != answer.event.seq()) {
        TRY(append_call(pieces.text, "model call: ", *answer.model_call, sessions));
    }
    if (answer.previous) {
        TRY(append_call(pieces.text, "one before: ", *answer.previous, sessions));
    }
    pieces.text += '\n';
    TRY(append_diff(pieces, answer));
    if (!answer.steps.empty()) {
        pieces.text += answer.previous ? "\nsince the one before:\n" : "\nuntil then:\n";
        pieces.text += answer.more ? "…\n" : "";
    }
    for (const KnewStep& step : answer.steps) {
        pieces.text +=
            fmt::format("{} {}  ({})\n", step.when, step.summary, printable(short_id(step.id)));
        TRY(pieces.pass_on());
    }
    return pieces.finish();
}

}  // namespace hence
