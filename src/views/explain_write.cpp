#include "views/explain_write.h"

#include <string_view>

#include "base/try.h"
#include "hence/store.h"
#include "model/json.h"
#include "model/text.h"
#include "views/call.h"
#include "views/explain_parts.h"
#include "views/levels.h"
#include "views/when.h"

namespace hence {
namespace {

void append_member(std::string& out, std::string_view name, std::string_view text) {
    out += name;
    append_string(out, text);
}

void append_edge(std::string& out, const ExplainEdge& edge) {
    append_member(out, R"({"from":)", edge.from);
    append_member(out, R"(,"to":)", edge.to);
    append_member(out, R"(,"type":)", to_string(edge.type));
    append_member(out, R"(,"provenance":)", to_string(edge.provenance));
    out += '}';
}

void append_rule(std::string& out, LinkType type, Provenance provenance) {
    out += to_string(type);
    out += ", ";
    out += to_string(provenance);
}

Result<void> append_link(std::string& out, const ExplainLink& link, Sessions& sessions) {
    const Event& event = link.event;
    append_member(out, R"({"event_id":)", event.id());
    append_member(out, R"(,"kind":)", event.kind());
    out += R"(,"agent":)";
    append_string_or_null(out, event.agent());
    append_member(out, R"(,"time":)", to_string(event.time()));
    const std::string summary = TRY(summary_of(sessions, event));
    append_member(out, R"(,"summary":)", summary);
    out += R"(,"rationale":)";
    out += event.rationale().empty() ? std::string_view("null") : event.rationale();
    out += R"(,"via":)";
    if (link.via) {
        append_member(out, R"({"from":)", link.via->from);
        append_member(out, R"(,"type":)", to_string(link.via->type));
        append_member(out, R"(,"provenance":)", to_string(link.via->provenance));
        out += '}';
    } else {
        out += "null";
    }
    out += '}';
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
    out.text += '[';
    std::string_view comma;
    for (const ExplainLink& link : chain) {
        out.text += comma;
        comma = ",";
        TRY(append_link(out.text, link, sessions));
        TRY(out.pass_on());
    }
    out.text += ']';
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
    append_member(pieces.text, R"({"event":)", answer.event);
    pieces.text +=
        answer.down ? R"(,"direction":"down","chain":)" : R"(,"direction":"up","chain":)";
    TRY(write_chain_json(pieces, answer.chain, sessions));
    pieces.text += R"(,"links":[)";
    std::string_view comma;
    for (const ExplainEdge& edge : answer.links) {
        pieces.text += comma;
        comma = ",";
        append_edge(pieces.text, edge);
        TRY(pieces.pass_on());
    }
    pieces.text += R"(],"completeness":)";
    answer.completeness.append_json(pieces.text);
    pieces.text += "}\n";
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
