#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/knew.h"
#include "hence/store.h"
#include "model/json.h"
#include "model/text.h"
#include "views/call.h"
#include "views/pieces.h"
#include "views/when.h"

namespace hence {
namespace {

constexpr std::size_t line_max = 100;

void append_name(std::string& out, std::string_view key, std::string_view name) {
    out += key;
    append_string_or_null(out, name);
}

std::string_view id_or_nothing(const std::optional<Event>& event) {
    return event ? event->id() : std::string_view();
}

Result<void> append_messages(Pieces& pieces, const std::vector<KnewMessage>& messages) {
    pieces.text += '[';
    for (const KnewMessage& message : messages) {
        pieces.text += &message == &messages.front() ? "" : ",";
        pieces.text += fmt::format(R"({{"index":{},"role":)", message.index);
        message.role ? append_string(pieces.text, *message.role) : void(pieces.text += "null");
        pieces.text += R"(,"text":)";
        append_string(pieces.text, message.text);
        pieces.text += fmt::format(R"(,"bytes":{},"cut":{}}})", message.bytes, message.cut);
        TRY(pieces.pass_on());
    }
    pieces.text += ']';
    return {};
}

Result<void> append_compared(Pieces& pieces, const KnewMessages& messages) {
    pieces.text += fmt::format(R"({{"total":{},"kept":{},"bytes":{},"added":)", messages.total,
                               messages.kept, messages.bytes);
    TRY(append_messages(pieces, messages.added));
    pieces.text += R"(,"dropped":)";
    TRY(append_messages(pieces, messages.dropped));
    pieces.text += fmt::format(R"(,"compared":{}}})", messages.compared);
    return {};
}

void append_steps(std::string& out, const std::vector<KnewStep>& steps) {
    out += '[';
    for (const KnewStep& step : steps) {
        out += &step == &steps.front() ? "" : ",";
        append_name(out, R"({"id":)", step.id);
        append_name(out, R"(,"kind":)", step.kind);
        append_name(out, R"(,"time":)", to_string(step.time));
        append_name(out, R"(,"summary":)", step.summary);
        append_name(out, R"(,"status":)", step.status);
        out += '}';
    }
    out += ']';
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
    std::string& out = pieces.text;
    append_name(out, R"({"event":)", answer.event.id());
    append_name(out, R"(,"agent":)", answer.event.agent());
    append_name(out, R"(,"run":)", answer.event.run());
    append_name(out, R"(,"model_call":)", id_or_nothing(answer.model_call));
    append_name(out, R"(,"previous":)", id_or_nothing(answer.previous));
    out += fmt::format(R"(,"recorded":{},"messages":)", answer.messages.has_value());
    if (answer.messages) {
        TRY(append_compared(pieces, *answer.messages));
    } else {
        out += "null";
    }
    out += R"(,"steps":)";
    append_steps(out, answer.steps);
    out += fmt::format(",\"more\":{}}}\n", answer.more);
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
            fmt::format("{} {}{}  ({})\n", step.when, step.summary,
                        step.status == "error" ? " FAILED" : "", printable(short_id(step.id)));
        TRY(pieces.pass_on());
    }
    return pieces.finish();
}

}  // namespace hence
