// `hence completion bash|zsh|fish`: a script that completes commands and options, made from the
// program's own description of itself.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/try.h"
#include "cli/commands/commands.h"

namespace hence {
namespace {

struct Word {
    std::string word;
    std::string description;
};

// What may follow one command, by its name; "" is the program itself.
struct Place {
    std::string command;
    std::vector<Word> words;
};

std::vector<Word> options_of(const CLI::App& app) {
    std::vector<Word> words;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            words.push_back({"--" + name, option->get_description()});
        }
    }
    return words;
}

std::vector<Place> places_of(const CLI::App& app) {
    std::vector<Place> places = {{"", options_of(app)}};
    const std::vector<Word> globals = places.front().words;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        places.front().words.push_back({command->get_name(), command->get_description()});
        Place place{command->get_name(), options_of(*command)};
        for (const CLI::App* below :
             command->get_subcommands([](const CLI::App*) { return true; })) {
            place.words.push_back({below->get_name(), below->get_description()});
        }
        for (const Word& global : globals) {
            if (std::ranges::find(place.words, global.word, &Word::word) == place.words.end()) {
                place.words.push_back(global);
            }
        }
        places.push_back(std::move(place));
    }
    return places;
}

std::string joined_words(const Place& place) {
    std::string words;
    for (const Word& word : place.words) {
        words += (words.empty() ? "" : " ") + word.word;
    }
    return words;
}

// Descriptions go between single quotes; theirs become typographic.
std::string safe(std::string text) {
    for (std::size_t at = 0; (at = text.find('\'', at)) != std::string::npos;) {
        text.replace(at, 1, "’");
    }
    std::ranges::replace(text, ':', ';');
    return text;
}

constexpr std::string_view bash_head = R"(# hence completion for bash: source this file.
_hence() {
    local current="${COMP_WORDS[COMP_CWORD]}" command="" word words
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case "$word" in
)";

constexpr std::string_view bash_tail = R"(    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    if [[ "$current" != -* ]]; then
        COMPREPLY+=($(compgen -f -- "$current"))
    fi
}
complete -o filenames -F _hence hence
)";

std::string bash_script(const std::vector<Place>& places) {
    std::string script(bash_head);
    std::string names;
    std::string cases;
    for (const Place& place : places) {
        if (!place.command.empty()) {
            names += (names.empty() ? "" : "|") + place.command;
        }
        cases +=
            fmt::format("        \"{}\") words=\"{}\" ;;\n", place.command, joined_words(place));
    }
    script += fmt::format("            {}) command=\"$word\"; break ;;\n", names);
    script += "        esac\n    done\n    case \"$command\" in\n";
    script += cases;
    script += bash_tail;
    return script;
}

std::string zsh_script(const std::vector<Place>& places) {
    std::string script =
        "#compdef hence\n# hence completion for zsh: put this file as _hence into your fpath.\n"
        "_hence() {\n    local command=\"\" word\n    local -a words_here\n"
        "    for word in \"${(@)words[2,CURRENT-1]}\"; do\n        case \"$word\" in\n";
    std::string names;
    std::string cases;
    for (const Place& place : places) {
        if (!place.command.empty()) {
            names += (names.empty() ? "" : "|") + place.command;
        }
        cases += fmt::format("        \"{}\") words_here=(", place.command);
        for (const Word& word : place.words) {
            cases += fmt::format(" '{}:{}'", word.word, safe(word.description));
        }
        cases += " ) ;;\n";
    }
    script += fmt::format("            {}) command=\"$word\"; break ;;\n", names);
    script += "        esac\n    done\n    case \"$command\" in\n" + cases + "    esac\n";
    script += "    _describe 'hence' words_here\n    _files\n}\n";
    script += "if [[ \"$funcstack[1]\" == _hence ]]; then _hence; else compdef _hence hence; fi\n";
    return script;
}

std::string fish_script(const std::vector<Place>& places) {
    std::string script =
        "# hence completion for fish: put this file into ~/.config/fish/completions.\n";
    for (const Place& place : places) {
        const std::string condition = place.command.empty()
                                          ? "__fish_use_subcommand"
                                          : "__fish_seen_subcommand_from " + place.command;
        for (const Word& word : place.words) {
            const bool option = word.word.starts_with("--");
            script += fmt::format("complete -c hence -n '{}' {} '{}' -d '{}'\n", condition,
                                  option ? "-l" : "-f -a", option ? word.word.substr(2) : word.word,
                                  safe(word.description));
        }
    }
    return script;
}

Result<int> print_completion(Context& context, const CLI::App& app, const std::string& shell) {
    const std::vector<Place> places = places_of(app);
    std::string script;
    if (shell == "bash") {
        script = bash_script(places);
    } else if (shell == "zsh") {
        script = zsh_script(places);
    } else if (shell == "fish") {
        script = fish_script(places);
    } else {
        return Error{Code::invalid, fmt::format("no completion for the shell \"{}\"", shell),
                     "there is one for bash, zsh and fish"};
    }
    TRY(context.out().write(script));
    TRY(context.out().finish());
    return 0;
}

}  // namespace

void add_completion_command(Parser& app, Command& command) {
    auto shell = std::make_shared<std::string>();
    Parser completion = app.add_subcommand("completion", "Print a script that completes commands");
    completion.add_option("SHELL", *shell, "bash, zsh or fish").required();
    completion.footer("Example: source <(hence completion bash)");
    completion.callback([app, &command, shell] {
        command = [app, shell](Context& context) {
            return print_completion(context, app.app(), *shell);
        };
    });
}

}  // namespace hence
