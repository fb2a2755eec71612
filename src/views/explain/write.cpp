#include "views/explain/write.h"

#include <string_view>

#include "base/try.h"
#include "hence/store.h"
#include "model/text.h"
#include "views/cause/call.h"
#include "views/explain/chain.h"
#include "views/write/levels.h"
#include "views/write/when.h"

namespace hence {
namespace {

void append_edge(JsonWriter& json, const ExplainEdge& edge) {
    json.begin_object().member("from", edge.from).member("to", edge.to);
    json.member("type", to_string(edge.type));
    json.member("provenance", to_string(edge.provenance)).end_object();
}

void append_rule(std::string& out, LinkType type, Provenance provenance) {
    out += to_string(type);
    out += ", ";
    out += to_string(provenance);
}

Result<void> append_link(JsonWriter& json, const ExplainLink& link, Sessions& sessions) {
    const Event& event = link.event;
    const std::string summary = TRY(summary_of(sessions, event));
    json.begin_object().member("event_id", event.id()).member("kind", event.kind());
    json.member("agent", OrNull{event.agent()}).member("time", event.time());
    json.member("summary", summary).raw_or_null("rationale", event.rationale()).key("via");
    if (link.via) {
        json.begin_object().member("from", link.via->from);
        json.member("type", to_string(link.via->type));
        json.member("provenance", to_string(link.via->provenance)).end_object();
    } else {
        json.null();
    }
    json.end_object();
    return {};
}

// "  -> [2026-02-23 10:00:01Z] Tool call: Read (45ms)  (bbbbbbbb)"
Result<void> append_line(std::string& out, const ExplainLink& link, std::uint64_t level,
                         Sessions& sessions) {
    append_level_mark(out, level);
    out.append(2 * (indented_level(level) - 1), ' ');
    out += level == 1 ? "   " : "-> ";
    const std::string summary = TRY(summary_of(sessions, link.event));
    out += when(link.event) + " " + summary + "  (" + printable(short_id(link.event.id())) + ")";
    return {};
}

}  // namespace

Result<void> write_chain_json(Pieces& out, const std::vector<ExplainLink>& chain,
                              Sessions& sessions) {
    out.json.key("chain").begin_list();
    for (const ExplainLink& link : chain) {
        TRY(append_link(out.json, link, sessions));
        TRY(out.pass_on());
    }
    out.json.end_list();
    return {};
}

Result<void> write_chain_text(Pieces& out, const Explanation& answer, Sessions& sessions,
                              std::string_view indent) {
    std::uint64_t level = 0;
    for (const ExplainLink& link : answer.chain) {
        level = answer.down ? link.distance + 1 : level + 1;
        out.text += indent;
        TRY(append_line(out.text, link, level, sessions));
        if (link.via && (answer.down || link.via->provenance != Provenance::explicit_)) {
            out.text += "  [";
            append_rule(out.text, link.via->type, link.via->provenance);
            if (answer.down) {
                out.text += " of " + printable(short_id(link.via->from));
            }
            out.text += ']';
        }
        out.text += '\n';
        TRY(out.pass_on());
    }
    return {};
}

Result<void> write_json(const Explanation& answer, const Store& store, const Sink& sink) {
    Sessions sessions(store);
    return write_json(answer, sessions, sink);
}

Result<void> write_json(const Explanation& answer, Sessions& sessions, const Sink& sink) {
    Pieces pieces(sink);
    pieces.json.begin_object().member("event", answer.event);
    pieces.json.member("direction", answer.down ? "down" : "up");
    TRY(write_chain_json(pieces, answer.chain, sessions));
    TRY(pieces.list("links", answer.links, append_edge));
    answer.completeness.append_json(pieces.json.key("completeness").text());
    pieces.json.end_object().end_line();
    return pieces.finish();
}

Result<void> write_text(const Explanation& answer, const Store& store, const Sink& sink) {
    Pieces pieces(sink);
    Sessions sessions(store);
    pieces.text += answer.down ? "Effects:\n\n" : "Causal Chain:\n\n";
    TRY(write_chain_text(pieces, answer, sessions));
    if (answer.graph) {
        pieces.text += "\nLinks:\n\n";
    }
    for (const ExplainEdge& edge : answer.links) {
        pieces.text +=
            "  " + printable(short_id(edge.from)) + " -> " + printable(short_id(edge.to)) + "  (";
        append_rule(pieces.text, edge.type, edge.provenance);
        pieces.text += ")\n";
        TRY(pieces.pass_on());
    }
    answer.completeness.append_text(pieces.text);
    return pieces.finish();
}

}  // namespace hence
