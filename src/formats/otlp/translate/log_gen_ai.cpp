// The events of the GenAI conventions: messages to and from a model, evaluations, exceptions.
//
// They tell of a call that has, as a rule, a span of its own. The messages are then kept as a log
// on that span, in the fields `messages`, `message` and `completion`. Only where there is no span
// does the record become the call itself.
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/try.h"
#include "formats/otlp/conventions/hence_attributes.h"
#include "formats/otlp/conventions/hence_fields.h"
#include "formats/otlp/decode/loose_json.h"
#include "formats/otlp/translate/log_in_progress.h"
#include "formats/otlp/translate/messages.h"
#include "formats/otlp/translate/span_fields.h"
#include "formats/otlp/translate/span_in_progress.h"

namespace hence {
namespace {

constexpr std::string_view details = "gen_ai.client.inference.operation.details";

struct MessageName {
    std::string_view name;
    std::string_view role;
};
constexpr auto message_names = std::to_array<MessageName>({
    {"gen_ai.system.message", "system"},
    {"gen_ai.user.message", "user"},
    {"gen_ai.assistant.message", "assistant"},
    {"gen_ai.tool.message", "tool"},
});

// The body; of a body that is the text of a message, that message.
Json said_in(LogWork& work) {
    const Json held = loosened(work.record.body, work.kept).value;
    const bool message =
        held["role"].is_string() || held["message"].present() || held["content"].present();
    return message ? held : work.record.body;
}

// The message in a body, with its role: the record's name tells it where the body does not.
std::string message_of(LogWork& work, std::string_view role) {
    const Json body = said_in(work);
    if (!body.is_object()) {
        const Json content = body.present() ? body : work.attribute("content");
        return content.present() ? message_json(role, content)
                                 : fmt::format(R"({{"role":"{}"}})", role);
    }
    if (body["role"].present()) {
        return std::string(body.raw());
    }
    const bool bare = body.raw() == "{}";
    return fmt::format(R"({{"role":"{}"{}{})", role, bare ? "" : ",", body.raw().substr(1));
}

// One message of nothing but text is that text.
std::string completion_of(LogWork& work) {
    const Json body = said_in(work);
    const Json message = body["message"].present() ? body["message"] : body;
    const ChatMessage read = read_message(message, "assistant", work.kept);
    const std::string text = text_of(read);
    if (!read.plain || text.empty()) {
        return std::string(message.raw());
    }
    std::string token;
    append_token(token, text);
    return token;
}

// Whether there is nothing in a body but what is told of a choice.
bool only_a_choice(Json body) {
    bool only = body["message"].present();
    body.each_member([&only](std::string_view name, Json) {
        return only = only && (name == "index" || name == "message" || name == "finish_reason");
    });
    return only;
}

void add_call_ids(LogWork& work) {
    const Json body = said_in(work);
    const Json message = body["message"].present() ? body["message"] : body;
    std::vector<std::string> ids;
    for (const MessagePart& part : read_message(message, "assistant", work.kept).parts) {
        if (part.type == MessagePart::Type::tool_call && !part.call_id.empty()) {
            ids.push_back(part.call_id);
        }
    }
    work.told.main.fields.list("call_ids", ids);
}

// What the attributes of a record say of a model call, by the rules for spans.
Result<std::string> fields_of_call(const LogWork& work) {
    const Span span = span_of_record(work);
    Translation told = TRY(translate(span));
    return std::move(told.main.fields).take();
}

bool add_details(LogWork& work) {
    const Result<std::string> json = fields_of_call(work);
    if (!json) {
        return false;
    }
    for (const std::string_view name : {"messages", "completion", "call_ids", "finish_reason"}) {
        work.told.main.fields.value(name, Json(*json)[name]);
    }
    constexpr std::string_view contents[] = {"gen_ai.input.messages", "gen_ai.output.messages"};
    for (const std::string_view key : contents) {
        const bool left = Json(*json)["attributes"][key].present();
        if (work.attribute(key).present() && !left) {
            work.moved.push_back(key);
        }
    }
    return true;
}

}  // namespace

bool is_details(const LogWork& work) {
    return work.name == details;
}

bool add_said(LogWork& work) {
    Fields& fields = work.told.main.fields;
    for (const MessageName& each : message_names) {
        if (work.name == each.name) {
            fields.value("message", Json(message_of(work, each.role)));
            work.moved_body = true;
            fields.text("body", work.name);
            return true;
        }
    }
    if (work.name == "gen_ai.choice" && work.record.body.present()) {
        const Json body = said_in(work);
        fields.value("completion", Json(completion_of(work)));
        fields.text("finish_reason", spelled(body["finish_reason"]));
        fields.value("index", body["index"]);
        add_call_ids(work);
        work.moved_body = only_a_choice(body);
        fields.text("body", work.name);
        return true;
    }
    return is_details(work) && add_details(work);
}

bool is_evaluation(const LogWork& work) {
    return work.name == "gen_ai.evaluation.result";
}

void add_evaluation(LogWork& work) {
    Fields& fields = work.told.main.fields;
    const std::string name = work.text("gen_ai.evaluation.name");
    fields.text("key", "evaluation:" + (name.empty() ? "unknown" : name));
    constexpr std::pair<std::string_view, std::string_view> parts[] = {
        {"score", "gen_ai.evaluation.score.value"},
        {"label", "gen_ai.evaluation.score.label"},
        {"explanation", "gen_ai.evaluation.explanation"},
    };
    std::string content;
    for (const auto& [part, key] : parts) {
        if (work.attribute(key).present()) {
            content += fmt::format(R"({}"{}":{})", content.empty() ? '{' : ',', part,
                                   work.attribute(key).raw());
        }
    }
    fields.value("content", Json(content.empty() ? content : content += '}'));
    fields.text("status", work.text("error.type").empty() ? "" : "error");
    fields.text("error", work.text("error.type"));
}

Span span_of_record(const LogWork& work) {
    const LogRecord& record = work.record;
    const std::string hash = sha256_hex(work.told.main.id);
    Span span;
    span.origin = record.origin;
    span.trace_id = record.trace_id.empty() ? hash.substr(32) : record.trace_id;
    span.span_id = record.span_id.empty() ? hash.substr(0, 16) : record.span_id;
    span.start_ns = work.time_ns;
    span.end_ns = work.time_ns;
    span.attributes = record.attributes;
    span.dropped_attributes = record.dropped_attributes;
    return span;
}

Result<Translation> translate_details(const LogWork& work) {
    const EventDraft& place = work.told.main;
    const Span span = span_of_record(work);
    Translation told = TRY(translate(span));
    const auto put = [&place](EventDraft& draft) {
        draft.run = place.run;
        draft.session = draft.session.empty() ? place.session : draft.session;
        const bool loose = draft.session.empty() && !draft.run.empty();
        std::erase(draft.flags, Flag::session_derived);
        if (loose) {
            draft.flags.push_back(Flag::session_derived);
        }
    };
    put(told.main);
    told.main.duration.clear();  // How long the call took is not told.
    told.main.fields.text("otel_event", work.name);
    told.main.fields.text("severity", severity_of(work.record));
    for (EventDraft& each : told.more) {
        put(each);
    }
    for (EventDraft& each : told.if_absent) {
        put(each);
    }
    return told;
}

void add_exception(LogWork& work) {
    constexpr std::int32_t severity_error = 17;
    const Attributes& attributes = work.record.attributes;
    const std::string text = exception_text(attributes);
    const bool named = work.name.ends_with("exception");
    if (text.empty() || (!named && work.record.severity < severity_error)) {
        return;
    }
    EventDraft draft = record_child(work, "error");
    draft.id = work.told.main.id + "~e1";
    draft.flags.push_back(Flag::derived);
    draft.fields.text("error", text);
    draft.fields.text("context", work.name);
    draft.fields.text("stacktrace", spelled(attributes["exception.stacktrace"]));
    work.told.if_absent.push_back(std::move(draft));
}

}  // namespace hence
