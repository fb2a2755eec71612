#include "model/files/tool_files.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "model/files/patch_files.h"
#include "model/files/shell_files.h"
#include "model/summary/tool_argument.h"

namespace hence {
namespace {

// Arguments by what they mean, each in the spellings that agents use.
constexpr std::array<std::string_view, 9> old_names = {
    "old_string", "old_str", "oldString",   "oldText",       "old_text",
    "search",     "old",     "old_content", "TargetContent",
};
constexpr std::array<std::string_view, 11> new_names = {
    "new_string", "new_str",          "newString", "newText",     "new_text",           "replace",
    "new",        "replacement_text", "new_code",  "new_content", "ReplacementContent",
};
constexpr std::array<std::string_view, 11> content_names = {
    "content",  "file_text",   "contents",  "new_source", "fileText",    "code_edit",
    "fileBody", "CodeContent", "file_body", "text",       "insert_text",
};
constexpr std::array<std::string_view, 5> patch_names = {"patch", "input", "diff", "patchText",
                                                         "patch_text"};
constexpr std::array<std::string_view, 4> folder_names = {"workdir", "cwd", "working_directory",
                                                          "workingDirectory"};
constexpr std::array<std::string_view, 7> list_names = {
    "paths", "file_paths", "filePaths", "files", "filenames", "edits", "changes"};
constexpr std::array<std::string_view, 4> edit_list_names = {"edits", "changes", "files",
                                                             "ReplacementChunks"};

struct MoveNames {
    std::string_view from;
    std::string_view to;
};
constexpr MoveNames move_names[] = {
    {"source", "destination"},
    {"source_path", "destination_path"},
    {"sourcePath", "destinationPath"},
    {"old_path", "new_path"},
    {"oldPath", "newPath"},
    {"src", "dst"},
    {"src", "dest"},
    {"from", "to"},
};

// Words of the names of tools, by what they do to a file.
constexpr std::array<std::string_view, 6> delete_words = {"delete", "remove", "unlink",
                                                          "rm",     "trash",  "del"};
constexpr std::array<std::string_view, 11> edit_words = {
    "edit",   "replace", "insert", "patch", "update",    "append",
    "modify", "undo",    "multi",  "str",   "multiedit",
};
constexpr std::array<std::string_view, 5> write_words = {"write", "create", "save", "overwrite",
                                                         "add"};
constexpr std::array<std::string_view, 5> read_words = {"read", "view", "cat", "open", "show"};
constexpr std::array<std::string_view, 3> move_words = {"move", "rename", "mv"};
constexpr std::array<std::string_view, 2> copy_words = {"copy", "cp"};
// What such a tool touches is no single file.
constexpr std::array<std::string_view, 15> other_words = {
    "dir",  "directory", "folder", "list", "ls",   "search", "find",   "grep",
    "glob", "tree",      "url",    "web",  "page", "memory", "browser"};
// Words that leave no doubt that a path is that of a file.
constexpr std::array<std::string_view, 13> file_words = {
    "file", "files", "filesystem", "fs",   "notebook", "editor",  "str",
    "text", "image", "contents",   "code", "content",  "document"};

template <std::size_t size>
bool any_among(const std::vector<std::string>& words,
               const std::array<std::string_view, size>& names) {
    return std::ranges::any_of(words, [&](const std::string& word) {
        return std::ranges::find(names, word) != names.end();
    });
}

// "StrReplaceFile" and "str_replace_file" are the words str, replace and file.
std::vector<std::string> words_of(std::string_view name) {
    std::vector<std::string> words;
    bool begins = true;
    bool was_lower = false;
    for (const char c : name) {
        if (!is_letter_or_digit(c)) {
            begins = true;
            continue;
        }
        if (begins || (is_upper(c) && was_lower)) {
            words.emplace_back();
        }
        words.back() += lower(c);
        begins = false;
        was_lower = !is_upper(c);
    }
    return words;
}

template <std::size_t size>
std::optional<std::string> first_of(Json input, const std::array<std::string_view, size>& names) {
    for (const std::string_view name : names) {
        if (std::optional<std::string> text = input[name].string()) {
            return text;
        }
    }
    return std::nullopt;
}

std::optional<FileDeed> deed_of_words(const std::vector<std::string>& words) {
    if (any_among(words, other_words)) {
        return std::nullopt;
    }
    if (any_among(words, delete_words)) {
        return FileDeed::deleted;
    }
    if (any_among(words, edit_words)) {
        return FileDeed::edited;
    }
    if (any_among(words, write_words)) {
        return FileDeed::written;
    }
    const bool gets_file = any_among(words, file_words) && words.front() == "get";
    return any_among(words, read_words) || gets_file ? std::optional(FileDeed::read) : std::nullopt;
}

// One call, with what its name and arguments mean.
class ToolReading {
public:
    ToolReading(std::string_view tool_name, Json given)
        : given_(given),
          words_(words_of(tool_name)),
          base_(first_of(given, folder_names).value_or("")) {}

    std::string clean(std::string_view path) const { return clean_path(path, base_); }
    const std::string& base() const { return base_; }

    std::optional<FileDeed> deed() const {
        const std::string word = given_["command"].string().value_or("");
        if (!word.empty()) {
            return deed_of_words(words_of(word));
        }
        if (has_pattern(given_) || any_among(words_, other_words)) {
            return std::nullopt;
        }
        const std::optional<FileDeed> by_name = deed_of_words(words_);
        if (by_name == FileDeed::deleted) {
            return by_name;
        }
        if (first_of(given_, new_names) || given_["edits"].is_array() ||
            given_["ReplacementChunks"].is_array()) {
            return FileDeed::edited;
        }
        if (first_of(given_, content_names)) {
            return by_name == FileDeed::edited ? by_name : FileDeed::written;
        }
        return by_name;
    }

    // Whether the deed is done to a file, beyond doubt.
    bool is_sure() const {
        bool named = any_among(words_, file_words) || first_of(given_, old_names).has_value();
        given_.each_member([&](std::string_view name, Json) {
            const std::string key = lower_case(name);
            named = named || key.find("file") != std::string::npos ||
                    key.find("notebook") != std::string::npos;
            return !named;
        });
        return named || std::ranges::all_of(words_, [](const std::string& word) {
                   return deed_of_words({word}).has_value();
               });
    }

    std::optional<std::pair<std::string, std::string>> move() const {
        if (!any_among(words_, move_words) && !any_among(words_, copy_words)) {
            return std::nullopt;
        }
        for (const MoveNames& names : move_names) {
            std::string from = clean(given_[names.from].string().value_or(""));
            std::string to = clean(given_[names.to].string().value_or(""));
            if (!from.empty() && !to.empty()) {
                return std::pair(std::move(from), std::move(to));
            }
        }
        return std::nullopt;
    }
    bool moves() const { return any_among(words_, move_words); }

    // An editor that has opened a file edits it without naming it.
    bool edits_open_file() const {
        return words_.size() == 1 && words_[0] == "edit" && first_of(given_, new_names);
    }

    // The paths, each once, in order.
    std::vector<std::string> paths() const {
        std::vector<std::string> out;
        const auto add = [&](const std::string& path) {
            std::string tidy = clean(path);
            if (!tidy.empty() && out.size() < files_of_a_call_max &&
                std::ranges::find(out, tidy) == out.end()) {
                out.push_back(std::move(tidy));
            }
        };
        add(path_argument(given_));
        if (!out.empty()) {
            return out;
        }
        for (const std::string_view name : list_names) {
            given_[name].each_element([&](Json element) {
                add(element.is_object() ? path_argument(element) : element.string().value_or(""));
                return out.size() < files_of_a_call_max;
            });
        }
        return out;
    }

private:
    Json given_;
    std::vector<std::string> words_;
    std::string base_;
};

// Hands the texts that may be a patch to `visit`, until it says that one was.
bool visit_patches(std::string_view tool_name, Json given,
                   const std::function<bool(const std::string&)>& visit) {
    if (!given.is_object()) {
        const std::string command = shell_command(tool_name, given);
        return visit(command.empty() ? given.string().value_or("") : command);
    }
    for (const std::string_view name : patch_names) {
        const std::optional<std::string> text = given[name].string();
        if (text && visit(*text)) {
            return true;
        }
    }
    return visit(shell_command(tool_name, given));
}

std::vector<NamedFile> files_of_patch(std::string_view tool_name, Json given,
                                      const ToolReading& reading) {
    std::vector<NamedFile> files;
    visit_patches(tool_name, given, [&](const std::string& text) {
        for (PatchedFile& each : patched_files(text, reading.base())) {
            files.push_back(std::move(each.file));
        }
        return !files.empty();
    });
    if (!files.empty()) {
        return files;
    }
    // A bare diff beside a path names no file itself.
    const bool edits = given["diff"].is_string() || given["patch"].is_string();
    for (std::string& path : edits ? reading.paths() : std::vector<std::string>()) {
        files.push_back({.deed = FileDeed::edited, .path = std::move(path)});
    }
    return files;
}

void add_replacement(Json input, FileChange& change) {
    std::optional<std::string> after = first_of(input, new_names);
    if (after) {
        change.replacements.push_back({first_of(input, old_names).value_or(""), std::move(*after)});
    }
}

}  // namespace

std::vector<NamedFile> tool_files(std::string_view tool_name, Json input) {
    std::string kept;
    const Json given = arguments_of(input, kept);
    const ToolReading reading(tool_name, given);
    std::vector<NamedFile> files = files_of_patch(tool_name, given, reading);
    if (!files.empty()) {
        return files;
    }
    if (const std::string command = shell_command(tool_name, given); !command.empty()) {
        return shell_files(command, reading.base());
    }
    const bool assumed = !reading.is_sure();
    if (auto move = reading.move()) {
        const FileDeed from = reading.moves() ? FileDeed::deleted : FileDeed::read;
        const std::string none;
        files.push_back({from, move->first, reading.moves() ? move->second : none, assumed});
        files.push_back(
            {FileDeed::written, move->second, reading.moves() ? move->first : none, assumed});
        return files;
    }
    const std::optional<FileDeed> deed = reading.deed();
    if (!deed) {
        return files;
    }
    for (std::string& path : reading.paths()) {
        files.push_back({.deed = *deed, .path = std::move(path), .assumed = assumed});
    }
    if (files.empty() && reading.edits_open_file()) {
        files.push_back({.deed = FileDeed::edited, .assumed = true});
    }
    return files;
}

FileChange file_change(std::string_view tool_name, Json input, std::string_view path) {
    std::string kept;
    const Json given = arguments_of(input, kept);
    const ToolReading reading(tool_name, given);
    FileChange change;
    visit_patches(tool_name, given, [&](const std::string& text) {
        for (const PatchedFile& each : patched_files(text, reading.base())) {
            if (each.file.path == path && !each.text.empty()) {
                change.patch += each.text;
            }
        }
        return !change.patch.empty();
    });
    if (!change.patch.empty() || !given.is_object()) {
        return change;
    }
    for (const std::string_view name : {"diff", "patch"}) {
        change.patch = change.patch.empty() ? given[name].string().value_or("") : change.patch;
    }
    add_replacement(given, change);
    for (const std::string_view name : edit_list_names) {
        given[name].each_element([&](Json element) {
            const std::string own = path_argument(element);
            if (own.empty() || reading.clean(own) == path) {
                add_replacement(element, change);
            }
            return change.replacements.size() < files_of_a_call_max;
        });
    }
    if (change.replacements.empty() && change.patch.empty()) {
        if (std::optional<std::string> content = first_of(given, content_names)) {
            change.replacements.push_back({{}, std::move(*content)});
        }
    }
    return change;
}

bool runs_shell(std::string_view tool_name, Json input) {
    std::string kept;
    return !shell_command(tool_name, arguments_of(input, kept)).empty();
}

}  // namespace hence
