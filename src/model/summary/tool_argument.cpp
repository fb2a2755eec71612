#include "model/summary/tool_argument.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/ascii.h"
#include "model/json/members.h"
#include "model/summary/script_calls.h"
#include "model/text.h"

namespace hence {
namespace {

constexpr std::size_t argument_max = 80;
constexpr std::size_t shell_depth_max = 64;

using Names = std::span<const std::string_view>;

// Arguments by what they mean, each in the spellings that agents use.
constexpr std::array<std::string_view, 5> command_names = {"command", "cmd", "shell_command",
                                                           "bash_command", "CommandLine"};
constexpr std::array<std::string_view, 5> pattern_names = {"pattern", "regex", "regexp",
                                                           "search_pattern", "Pattern"};
constexpr std::array<std::string_view, 17> path_names = {
    "file_path",      "path",          "filepath",      "filePath",
    "file",           "filename",      "file_name",     "notebook_path",
    "target_file",    "absolute_path", "relative_path", "relative_workspace_path",
    "AbsolutePath",   "TargetFile",    "uri_path",      "pathInProject",
    "directory_path",
};
constexpr std::array<std::string_view, 8> place_names = {
    "path", "directory", "dir", "dir_path", "glob", "include", "folder", "target_directory"};
// The places that a query may have: a search of the web has an `include`, too.
constexpr std::array<std::string_view, 5> folder_names = {"directory", "dir", "dir_path", "folder",
                                                          "target_directory"};
constexpr std::array<std::string_view, 12> query_names = {
    "query", "q",    "search_query", "search_term", "url",      "uri",
    "Url",   "urls", "queries",      "href",        "question", "questions"};
constexpr std::array<std::string_view, 7> child_names = {
    "subagent_type", "subagent_name", "agent_name", "agent",
    "agentName",     "child_id",      "transfer_to"};
// Tools whose only text is a command, whatever it is called.
constexpr std::array<std::string_view, 12> shells = {"bash",
                                                     "shell",
                                                     "sh",
                                                     "terminal",
                                                     "exec",
                                                     "exec_command",
                                                     "run_command",
                                                     "execute_command",
                                                     "run_shell_command",
                                                     "execute_bash",
                                                     "run_terminal_cmd",
                                                     "local_shell"};
// A member that holds all the arguments, where a framework hands them on as one.
constexpr std::array<std::string_view, 6> wrapper_names = {"input",  "args",       "arguments",
                                                           "kwargs", "parameters", "params"};
// Tools that hand out a file, besides those that have "read" in their names.
constexpr std::array<std::string_view, 7> readers = {
    "view", "view_file", "cat", "open_file", "get_file_contents", "fs_view", "show_file"};
// Tools of which a `query` is looked for in files, and a path may say where.
constexpr std::array<std::string_view, 3> line_starts = {"offset", "start_line", "StartLine"};

bool has(Names names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

// Empty when there is none.
JsonString first_text(const ObjectMembers& input, Names names) {
    for (const std::string_view name : names) {
        if (JsonString text(input[name]); !text.empty()) {
            return text;
        }
    }
    return {};
}

// ["bash","-lc","ls"] is the command ls; any other list is its words.
std::string command_of_list(Json list) {
    std::vector<std::string> words;
    list.each_element([&](Json word) {
        words.push_back(word.string().value_or(std::string(word.raw())));
        return true;
    });
    if (words.size() == 3 && words[1].starts_with('-') && words[1].ends_with('c')) {
        return words[2];
    }
    return fmt::format("{}", fmt::join(words, " "));
}

std::string command_in(const ObjectMembers& input) {
    for (const std::string_view name : command_names) {
        const Json value = input[name];
        if (value.is_array()) {
            return command_of_list(value);
        }
        if (const JsonString text(value); !text.empty()) {
            return std::string(text.view());
        }
    }
    return {};
}

std::string number_text(Json value) {
    return value.is_number() ? std::string(value.raw()) : std::string();
}

// ":10-39", ":10-", or nothing.
std::string lines_of(const ObjectMembers& input) {
    const Json range = input["view_range"];
    if (range.is_array()) {
        // An end of -1 is the end of the file.
        const std::string from = number_text(range.at(0));
        const std::string to = number_text(range.at(1));
        return from.empty() ? "" : fmt::format(":{}-{}", from, to.starts_with('-') ? "" : to);
    }
    for (const std::string_view name : line_starts) {
        const std::optional<double> from = input[name].number();
        if (!from) {
            continue;
        }
        std::optional<double> to = input["end_line"].number();
        to = to ? to : input["EndLine"].number();
        const std::optional<double> limit = input["limit"].number();
        if (!to && limit) {
            to = *from + *limit - 1;
        }
        return to ? fmt::format(":{}-{}", *from, *to) : fmt::format(":{}-", *from);
    }
    return {};
}

// How many members are texts, and the last of them.
std::string only_text(Json input) {
    std::size_t count = 0;
    std::string only;
    input.each_member([&](std::string_view, Json value) {
        if (const JsonString text(value); !text.empty()) {
            ++count;
            only = text.view();
        }
        return count < 2;
    });
    return count == 1 ? only : std::string();
}

bool empty_value(Json input) {
    return !input.present() || input.raw() == "{}" || input.raw() == "[]" || input.raw() == "\"\"";
}

// The object that a text of JSON holds: some emitters keep arguments so.
std::string unpacked(Json input) {
    std::string text = input.string().value_or("");
    if (!text.starts_with('{')) {
        return {};
    }
    Result<std::string> object = minify(text, shell_depth_max);
    return object ? std::move(object).take() : std::string();
}

// "main in src": a place that is too long loses its beginning, what is looked for its end. Without
// a place, "main".
std::string in_place(std::string_view sought, std::string_view place) {
    if (place.empty()) {
        return first_line(sought, argument_max);
    }
    constexpr std::size_t sought_max = argument_max / 2;
    constexpr std::string_view in = " in ";
    std::string whole;
    whole.reserve(sought.size() + in.size() + place.size());
    whole.append(sought).append(in).append(place);
    std::string line = first_line(whole, argument_max);
    const bool one_line = whole.find('\n') == whole.npos && !whole.ends_with('\r');
    if ((one_line && whole.size() <= argument_max) || place.find('/') == place.npos ||
        line == printable(whole)) {
        return line;
    }
    return first_line(sought, sought_max)
        .append(in)
        .append(path_end(place, argument_max - sought_max - in.size()));
}

// An editor's `command` is the name of what it does ("view", "str_replace").
std::string command_of(std::string_view tool_name, const ObjectMembers& input) {
    std::string command = command_in(input);
    const bool editor = !command.empty() && !has(shells, lower_case(tool_name)) &&
                        !first_text(input, path_names).empty();
    return editor ? std::string() : command;
}

// A line of a command that only makes ready for the next: it goes somewhere, sets something, or is
// a remark.
bool makes_ready(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    if (line.empty() || line.starts_with('#')) {
        return true;
    }
    constexpr std::array<std::string_view, 5> words = {"cd ", "export ", "set -", "source ", ". "};
    const auto is_word = [line](std::string_view word) { return line.starts_with(word); };
    return std::ranges::any_of(words, is_word) && line.find_first_of(";&|`") == line.npos &&
           line.find("$(") == line.npos;
}

// Of a command of several lines, the first that does something, with the place where: "cd /shop;
// npm test".
std::string acting_line(std::string_view command) {
    std::string_view place;
    for (std::string_view rest = command; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        line.remove_suffix(line.ends_with('\r') ? 1 : 0);
        if (!makes_ready(line)) {
            return place.empty() ? std::string(line) : fmt::format("{}; {}", place, line);
        }
        place = line.starts_with("cd ") ? line : place;
    }
    return std::string(command);
}

// A command that is too long and begins by going somewhere loses the first folders of that place,
// and not what it does there: "cd …/shop && npm test".
std::string shown_command(std::string_view command) {
    constexpr std::size_t place_max = argument_max * 2 / 5;
    constexpr std::string_view go = "cd ";
    std::string whole = first_line(command, argument_max);
    const std::size_t place = command.find_first_of(" ;\"'&|\n", go.size());
    if (!command.starts_with(go) || place == command.npos ||
        (command.substr(place, 4) != " && " && command.substr(place, 2) != "; ") ||
        whole == printable(command.substr(0, command.find('\n')))) {
        return whole;
    }
    const std::string shown =
        std::string(go) + path_end(command.substr(go.size(), place - go.size()), place_max);
    return first_line(shown + std::string(command.substr(place)), argument_max);
}

// Lines of a patch that name a file: of apply_patch's own form, and of a unified diff.
constexpr std::array<std::string_view, 4> file_lines = {
    "*** Update File: ", "*** Add File: ", "*** Delete File: ", "+++ b/"};

// The files of a patch: they say what it is for, its first line does not.
std::string patched(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!text.starts_with("*** Begin Patch") && !text.starts_with("diff --git ") &&
        !text.starts_with("--- a/")) {
        return {};
    }
    std::string paths;
    std::string only;
    for (std::size_t count = 0; !text.empty() && paths.size() <= argument_max * 4;) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        line.remove_suffix(line.ends_with('\r') ? 1 : 0);
        for (const std::string_view begin : file_lines) {
            if (line.starts_with(begin)) {
                only = line.substr(begin.size());
                paths += (count++ == 0 ? "" : ", ") + only;
            }
        }
        only = count == 1 ? only : std::string();
    }
    return only.empty() ? first_line(paths, argument_max) : path_end(only, argument_max);
}

std::string shown_text(std::string_view text) {
    const std::string files = patched(text);
    return files.empty() ? first_line(text, argument_max) : files;
}

// {"input":{"city":"Oslo"}} or {"args":[],"kwargs":{"city":"Oslo"}}: what is within. So is the
// only element of {"args":["Oslo"],"kwargs":{}}.
Json unwrapped(Json input) {
    Json wrapped;
    MemberReader reader(input.raw());
    std::string_view name;
    std::string_view text;
    while (reader.next(name, text)) {
        const bool wraps = std::ranges::any_of(
            wrapper_names, [name](std::string_view wrapper) { return token_says(name, wrapper); });
        const Json value(text);
        if (wraps && empty_value(value)) {
            continue;
        }
        if (!wraps || wrapped.present()) {
            return input;
        }
        wrapped = value;
    }
    if (wrapped.is_object()) {
        return wrapped;
    }
    const bool only = wrapped.at(0).is_string() && !wrapped.at(1).present();
    return only ? wrapped.at(0) : input;
}

// A list of queries is told in its order: {"search_query":[{"q":"a"},{"q":"b"}]}.
std::string first_query(const ObjectMembers& input) {
    for (const std::string_view name : query_names) {
        const Json value = input[name];
        if (const JsonString text(value); !text.empty()) {
            return std::string(text.view());
        }
        if (!value.is_array()) {
            continue;
        }
        std::string queries;
        value.each_element([&](Json each) {
            const JsonString text = each.is_object()
                                        ? first_text(ObjectMembers(each.raw()), query_names)
                                        : JsonString(each);
            if (!text.empty()) {
                queries.append(queries.empty() ? "" : ", ").append(text.view());
            }
            return true;
        });
        if (!queries.empty()) {
            return queries;
        }
    }
    return {};
}

std::string argument_of(std::string_view tool_name, Json input);

// What a script does by the first of its calls that says so, and how many more there are.
std::string script_argument(std::string_view tool_name, Json input) {
    if (!input.is_string() || !has(shells, lower_case(tool_name))) {
        return {};
    }
    const std::vector<ScriptCall> calls = script_calls(*input.string());
    const std::string more = calls.size() > 1 ? fmt::format(" +{}", calls.size() - 1) : "";
    for (const ScriptCall& call : calls) {
        const Json arguments(call.arguments);
        if (arguments.present() && call.arguments != "{}") {
            const std::string said = argument_of(call.tool, arguments);
            return said.starts_with('`') ? said + more
                                         : fmt::format("{} {}{}", call.tool, said, more);
        }
    }
    return {};
}

std::string argument_of(std::string_view tool_name, Json input) {
    if (std::string script = script_argument(tool_name, input); !script.empty()) {
        return script;
    }
    const ObjectMembers members(input.raw());
    const std::string command =
        input.is_object() ? command_of(tool_name, members) : shell_command(tool_name, input);
    if (!command.empty()) {
        return "`" + shown_command(acting_line(command)) + "`";
    }
    if (input.is_string()) {
        return shown_text(JsonString(input).view());
    }
    if (!input.is_object()) {
        return first_line(input.raw(), argument_max);
    }
    if (const JsonString pattern = first_text(members, pattern_names); !pattern.empty()) {
        return in_place(pattern.view(), first_text(members, place_names).view());
    }
    const std::string query = first_query(members);
    if (const JsonString path = first_text(members, path_names); !path.empty()) {
        return !query.empty()
                   ? in_place(query, path.view())
                   : path_end(std::string(path.view()) + lines_of(members), argument_max);
    }
    if (!query.empty()) {
        return in_place(query, first_text(members, folder_names).view());
    }
    if (const JsonString child = first_text(members, child_names); !child.empty()) {
        return first_line(child.view(), argument_max);
    }
    const std::string only = only_text(input);
    return only.empty() ? first_line(input.raw(), argument_max) : shown_text(only);
}

}  // namespace

std::string shell_command(std::string_view tool_name, Json input) {
    if (input.is_object()) {
        return command_of(tool_name, ObjectMembers(input.raw()));
    }
    const bool shell = has(shells, lower_case(tool_name));
    if (shell && input.is_array()) {
        return command_of_list(input);
    }
    std::string text = shell ? input.string().value_or("") : std::string();
    const std::vector<ScriptCall> calls = script_calls(text);
    if (calls.empty()) {
        return text;
    }
    std::vector<std::string> commands;
    for (const ScriptCall& call : calls) {
        std::string command =
            call.arguments.empty() ? "" : command_in(ObjectMembers(call.arguments));
        if (!command.empty()) {
            commands.push_back(std::move(command));
        }
    }
    return fmt::format("{}", fmt::join(commands, "\n"));
}

std::string path_argument(Json arguments) {
    return std::string(first_text(ObjectMembers(arguments.raw()), path_names).view());
}

bool has_pattern(Json arguments) {
    return !first_text(ObjectMembers(arguments.raw()), pattern_names).empty();
}

Json arguments_of(Json input, std::string& kept) {
    kept = input.is_string() ? unpacked(input) : std::string();
    return kept.empty() ? input : Json(kept);
}

std::string read_path(std::string_view tool_name, Json input) {
    std::string kept;
    const Json given = arguments_of(input, kept);
    const std::string name = lower_case(tool_name);
    const bool reads = name.find("read") != std::string::npos || has(readers, name) ||
                       given["command"].string() == "view";
    return reads ? path_argument(given) : std::string();
}

std::string tool_argument(std::string_view tool_name, Json input) {
    if (empty_value(input)) {
        return {};
    }
    std::string kept;
    const Json given = arguments_of(input, kept);
    return argument_of(tool_name, given.is_object() ? unwrapped(given) : given);
}

}  // namespace hence
