// Handoff: the place of an agent as a short text, to be passed to another process.
//
// "hence1;agent=...;session=...", with percent-escapes, so that it fits into an environment
// variable, a header or a command line. An unknown part is skipped, so that a newer library can add
// one; another number behind "hence" is another version and is refused. The text may come from
// anybody, so its size is limited and a part that comes twice is an error.
#include "hence/handoff.h"

#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/try.h"

namespace hence {
namespace {

constexpr std::string_view family = "hence";
constexpr std::string_view version_mark = "hence1";
// Five parts of at most 1024 bytes, each byte as three, and their names.
constexpr std::size_t handoff_size_max = std::size_t{16} * 1024;

struct Part {
    std::string_view name;
    std::string Handoff::*member;
};
constexpr Part parts[] = {{"agent", &Handoff::agent},
                          {"session", &Handoff::session},
                          {"run", &Handoff::run},
                          {"correlation", &Handoff::correlation},
                          {"parent", &Handoff::parent}};

Error broken(std::string_view what) {
    return {Code::invalid, fmt::format("this is no handoff: {}", what),
            "pass on what Handoff::to_string gave, unchanged"};
}

bool is_plain(char c) {
    return is_letter_or_digit(c) || c == '-' || c == '_' || c == '.' || c == '~' || c == ':' ||
           c == '/';
}

void append_escaped(std::string& out, std::string_view text) {
    constexpr std::string_view hex = "0123456789ABCDEF";
    for (const char c : text) {
        if (is_plain(c)) {
            out += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            out += '%';
            out += hex[byte >> 4];
            out += hex[byte & 0xF];
        }
    }
}

Result<std::string> unescaped(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '%') {
            out += text[at];
            continue;
        }
        unsigned byte = 0;
        const std::string_view digits = text.substr(at + 1, 2);
        const char* const end = digits.data() + digits.size();
        if (digits.size() != 2 || std::from_chars(digits.data(), end, byte, 16).ptr != end) {
            return broken("it has half an escape");
        }
        out += static_cast<char>(byte);
        at += 2;
    }
    return out;
}

Result<void> take_part(Handoff& handoff, std::string_view name, std::string text) {
    for (const Part& part : parts) {
        if (part.name == name) {
            if (!(handoff.*part.member).empty()) {
                return broken(fmt::format("it says {} twice", name));
            }
            handoff.*part.member = std::move(text);
            return {};
        }
    }
    if (name == "iteration") {
        std::int64_t number = 0;
        const char* const end = text.data() + text.size();
        const auto read = std::from_chars(text.data(), end, number);
        if (text.empty() || read.ptr != end || read.ec != std::errc()) {
            return broken("its iteration is no number");
        }
        handoff.iteration = number;
    }
    return {};
}

}  // namespace

std::string Handoff::to_string() const {
    std::string out(version_mark);
    for (const Part& part : parts) {
        if (const std::string& text = this->*part.member; !text.empty()) {
            out += fmt::format(";{}=", part.name);
            append_escaped(out, text);
        }
    }
    if (iteration) {
        out += fmt::format(";iteration={}", *iteration);
    }
    return out;
}

Result<Handoff> Handoff::parse(std::string_view text) {
    if (text.size() > handoff_size_max) {
        return broken("it is longer than any");
    }
    std::size_t end = text.find(';');
    if (const std::string_view mark = text.substr(0, end); mark != version_mark) {
        if (mark.starts_with(family) && mark.size() > family.size()) {
            return Error{Code::unsupported, "the handoff was written by another version",
                         "use the same version of the library on both sides"};
        }
        return broken(text.empty() ? "it is empty" : "it does not begin as one");
    }
    Handoff handoff;
    while (end != std::string_view::npos) {
        text.remove_prefix(end + 1);
        end = text.find(';');
        const std::string_view part = text.substr(0, end);
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos) {
            return broken("a part has no value");
        }
        std::string value = TRY(unescaped(part.substr(equals + 1)));
        TRY(take_part(handoff, part.substr(0, equals), std::move(value)));
    }
    return handoff;
}

}  // namespace hence
