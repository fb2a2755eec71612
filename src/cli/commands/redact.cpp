// `hence redact --list|--check FILE...`: which secrets are taken out of what is recorded, and which
// of them a file has. It needs no store, and never prints a secret.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "cli/commands/commands.h"
#include "model/json/writer.h"
#include "model/redact/redactor.h"
#include "model/text.h"
#include "record/block_reader.h"

namespace hence {
namespace {

struct RedactArguments {
    bool list = false;
    std::vector<std::string> files;
    std::vector<std::string> rules;
};

// Where a secret stands in a file. What it is like is nobody's business.
struct SecretPlace {
    std::string file;
    std::uint64_t line = 0;
    std::uint64_t column = 0;  // In bytes, from 1.
    std::string kind;
};

Result<int> list_forms(Context& context) {
    std::string out;
    if (context.globals().json) {
        JsonWriter json(out);
        json.begin_object().key("rules").begin_list();
        for (const SecretKind& kind : secret_kinds()) {
            json.begin_object().member("kind", kind.name).member("what", kind.what);
            json.member("shape", kind.shape).end_object();
        }
        json.end_list().end_object().end_line();
    } else {
        for (const SecretKind& kind : secret_kinds()) {
            out += fmt::format("{:<22} {:<46} {}\n", kind.name, kind.what, kind.shape);
        }
    }
    TRY(context.out().write(out));
    TRY(context.out().finish());
    return 0;
}

using TellPlace = std::function<Result<void>(const SecretPlace&)>;

Result<void> tell_block(const Block& block, const std::string& file, const Redactor& redactor,
                        const TellPlace& tell) {
    std::vector<std::pair<SecretSpan, std::string_view>> found;
    redactor.find(block.text, [&found](SecretSpan span, std::string_view kind) {
        found.emplace_back(span, kind);
    });
    std::ranges::stable_sort(found, {}, [](const auto& one) { return one.first.begin; });
    std::uint64_t line = block.line;
    std::size_t line_begin = 0;
    std::size_t looked_at = 0;
    for (const auto& [span, kind] : found) {
        for (; looked_at < span.begin; ++looked_at) {
            if (block.text[looked_at] == '\n') {
                ++line;
                line_begin = looked_at + 1;
            }
        }
        TRY(tell({file, line, span.begin - line_begin + 1, std::string(kind)}));
    }
    return {};
}

Result<void> tell_file(const std::string& file, const Redactor& redactor, const TellPlace& tell) {
    BlockReader blocks = TRY(open_blocks(file));
    while (true) {
        const Block block = TRY(blocks.next_block(BlockReader::Tail::give));
        if (block.text.empty() && block.left_out == 0) {
            return {};
        }
        TRY(tell_block(block, file, redactor, tell));
    }
}

std::string counted(const std::map<std::string, std::uint64_t>& kinds, std::uint64_t total) {
    std::string out = fmt::format("{} secret{} would be redacted", total, total == 1 ? "" : "s");
    char before = ':';
    for (const auto& [kind, count] : kinds) {
        out += fmt::format("{} {} {}", before, count, kind);
        before = ',';
    }
    return out + "\n";
}

Result<int> check_files(Context& context, const RedactArguments& given) {
    const Redactor redactor = TRY(redactor_with(given.rules));
    const bool as_json = context.globals().json;
    std::map<std::string, std::uint64_t> kinds;
    std::uint64_t total = 0;
    std::string out;
    JsonWriter json(out);
    if (as_json) {
        json.begin_object().key("found").begin_list();
    }
    const TellPlace tell = [&](const SecretPlace& place) -> Result<void> {
        ++total;
        ++kinds[place.kind];
        if (as_json) {
            json.begin_object().member("source", place.file).member("line", place.line);
            json.member("column", place.column).member("kind", place.kind).end_object();
        } else {
            out += fmt::format("{}:{}:{}: {}\n", printable(place.file), place.line, place.column,
                               place.kind);
        }
        TRY(context.out().write(out));
        out.clear();
        return {};
    };
    for (const std::string& file : given.files) {
        TRY(tell_file(file, redactor, tell));
    }
    if (as_json) {
        json.end_list().member("total", total).key("kinds").begin_object();
        for (const auto& [kind, count] : kinds) {
            json.member(kind, count);
        }
        json.end_object().end_object().end_line();
    } else {
        out += counted(kinds, total);
    }
    TRY(context.out().write(out));
    TRY(context.out().finish());
    return 0;
}

Result<int> redact_command(Context& context, const RedactArguments& given) {
    if (given.list == !given.files.empty()) {
        return Error{Code::invalid, "either --list or --check FILE is needed",
                     "hence redact --list, or hence redact --check session.jsonl"};
    }
    return given.list ? list_forms(context) : check_files(context, given);
}

}  // namespace

void add_redact_command(Parser& app, Command& command) {
    auto given = std::make_shared<RedactArguments>();
    Parser redact =
        app.add_subcommand("redact", "List the secrets that are redacted, or find them");
    redact.add_flag("--list", given->list, "The kinds of secrets that are known");
    redact.add_option(
        "--check", given->files,
        "Say where this file has secrets, and of which kind; - is standard input; may be repeated");
    redact.add_option("--redact-rule", given->rules,
                      "A regular expression: what matches is a secret; may be repeated");
    redact.footer("Example: hence redact --check session.jsonl");
    runs(redact, command, redact_command, given);
}

}  // namespace hence
