#include "views/write/drawing.h"

#include <algorithm>

#include "base/try.h"
#include "model/text.h"

namespace hence {
namespace {

// In a quoted string of DOT a quote ends it, a backslash begins an escape, and an ampersand begins
// an entity.
std::string_view in_dot(char c) {
    switch (c) {
        case '"': return "\\\"";
        case '\\': return "\\\\";
        case '&': return "&amp;";
        case '\n': return "\\n";
        default: return {};
    }
}

// Mermaid's labels are HTML in quotes, where # begins an entity, %% a comment and a backquote
// Markdown.
std::string_view in_mermaid(char c) {
    switch (c) {
        case '"': return "#quot;";
        case '#': return "#35;";
        case '%': return "#37;";
        case '&': return "#amp;";
        case ';': return "#59;";
        case '<': return "#lt;";
        case '>': return "#gt;";
        case '\\': return "#92;";
        case '`': return "#96;";
        case '\n': return "<br/>";
        default: return {};
    }
}

// Lines of a label, each made harmless to a terminal.
std::string printable_lines(std::string_view text) {
    std::string lines;
    for (;;) {
        const std::size_t end = text.find('\n');
        lines += printable(text.substr(0, end));
        if (end == std::string_view::npos) {
            return lines;
        }
        lines += '\n';
        text.remove_prefix(end + 1);
    }
}

}  // namespace

Drawing::Drawing(DrawingLanguage language, std::string_view title, const Sink& sink)
    : language_(language), out_(sink) {
    if (dot()) {
        out_.text += "digraph hence {\n  label=";
        append_label(printable(title));
        out_.text +=
            ";\n  labelloc=t;\n  node [shape=box, fontname=\"sans-serif\"];\n"
            "  edge [fontname=\"sans-serif\", fontsize=10];\n";
    } else {
        out_.text += "%% " + printable(title) + "\nflowchart TD\n";
    }
}

void Drawing::append_label(std::string_view text) {
    out_.text += '"';
    std::size_t plain = 0;  // Where what was not written yet begins.
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::string_view escaped = dot() ? in_dot(text[at]) : in_mermaid(text[at]);
        if (!escaped.empty()) {
            out_.text += text.substr(plain, at - plain);
            out_.text += escaped;
            plain = at + 1;
        }
    }
    out_.text += text.substr(plain);
    out_.text += '"';
}

std::uint64_t Drawing::node(std::string_view label, Look look) {
    out_.text += "  n" + std::to_string(++nodes_) + (dot() ? " [label=" : "[");
    append_label(printable_lines(label));
    if (dot()) {
        out_.text += look == Look::failed       ? ", color=red"
                     : look == Look::unrecorded ? ", style=dashed"
                                                : "";
        out_.text += "];\n";
    } else {
        out_.text += look == Look::failed       ? "]:::failed\n"
                     : look == Look::unrecorded ? "]:::unrecorded\n"
                                                : "]\n";
    }
    return nodes_;
}

void Drawing::edge(std::uint64_t from, std::uint64_t to, std::string_view label, Line line) {
    const bool dashed = line == Line::dashed;
    out_.text += "  n" + std::to_string(from);
    out_.text += dot() ? " -> " : dashed ? " -.->|" : " -->|";
    if (dot()) {
        out_.text += "n" + std::to_string(to) + " [label=";
        append_label(printable(label));
        out_.text += dashed ? ", style=dashed];\n" : "];\n";
    } else {
        append_label(printable(label));
        out_.text += "| n" + std::to_string(to) + "\n";
    }
}

Result<void> Drawing::finish(const Completeness& completeness) {
    if (!dot()) {
        out_.text +=
            "  classDef failed stroke:#c00\n"
            "  classDef unrecorded stroke-dasharray:4\n";
    }
    std::string lacking;
    completeness.append_text(lacking);
    for (std::string_view rest = lacking; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        out_.text += dot() ? "  // " : "  %% ";
        out_.text += rest.substr(0, end);
        out_.text += '\n';
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    out_.text += dot() ? "}\n" : "";
    return out_.finish();
}

}  // namespace hence
