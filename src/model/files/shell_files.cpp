#include "model/files/shell_files.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "model/files/shell_words.h"

namespace hence {
namespace {

using Words = std::span<const ShellWord>;

// Programs whose operands are all files that they read.
constexpr std::array<std::string_view, 12> reading_programs = {
    "cat", "head", "tail", "less", "more", "nl", "bat", "tac", "od", "xxd", "hexdump", "strings"};
constexpr std::array<std::string_view, 4> deleting_programs = {"rm", "unlink", "rmdir", "shred"};
// Words before the program.
constexpr std::array<std::string_view, 14> prefixes = {"sudo",  "env",   "command", "time", "nohup",
                                                       "exec",  "do",    "then",    "else", "if",
                                                       "while", "until", "!",       "{"};
// Options of head, tail, touch and truncate whose value is the next word.
constexpr std::array<std::string_view, 7> valued_options = {"-n", "-c", "-s", "-t",
                                                            "-d", "-r", "-N"};

template <std::size_t size>
bool is_among(const std::array<std::string_view, size>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

bool is_assignment(std::string_view word) {
    const std::size_t equals = word.find('=');
    return equals != std::string_view::npos && equals > 0 &&
           std::ranges::all_of(word.substr(0, equals),
                               [](char c) { return is_letter_or_digit(c) || c == '_'; });
}

std::string_view base_name(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

bool has_option(Words words, std::string_view letters) {
    return std::ranges::any_of(
        words, [&](const ShellWord& word) { return word.text.starts_with(letters); });
}

// What is neither an option nor the value of one.
std::vector<const ShellWord*> operands_of(Words words) {
    std::vector<const ShellWord*> operands;
    bool only_operands = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& text = words[i].text;
        if (only_operands || !text.starts_with('-') || text == "-") {
            operands.push_back(&words[i]);
        } else if (text == "--") {
            only_operands = true;
        } else if (is_among(valued_options, text)) {
            ++i;
        }
    }
    return operands;
}

class ShellReading {
public:
    explicit ShellReading(std::string_view base) : base_(base) {}

    void take(const ShellCommand& command) {
        Words words = command.words;
        while (!words.empty() &&
               (is_among(prefixes, words[0].text) || is_assignment(words[0].text))) {
            words = words.subspan(1);
        }
        if (!words.empty()) {
            take_program(base_name(words[0].text), words.subspan(1));
        }
        for (const ShellRedirection& redirection : command.redirections) {
            using Way = ShellRedirection::Way;
            add(redirection.way == Way::read     ? FileDeed::read
                : redirection.way == Way::append ? FileDeed::edited
                                                 : FileDeed::written,
                redirection.file);
        }
    }

    std::vector<NamedFile> finish() && { return std::move(files_); }

private:
    void take_program(std::string_view program, Words words) {
        if (program == "git" && !words.empty() &&
            (words[0].text == "rm" || words[0].text == "mv")) {
            program = words[0].text;
            words = words.subspan(1);
        }
        if (program == "cd") {
            go_to(words);
        } else if (is_among(reading_programs, program)) {
            add_all(FileDeed::read, operands_of(words));
        } else if (is_among(deleting_programs, program)) {
            // The options of rm take no value: "-r x" deletes x.
            std::vector<const ShellWord*> operands;
            for (const ShellWord& word : words) {
                if (!word.text.starts_with('-')) {
                    operands.push_back(&word);
                }
            }
            add_all(FileDeed::deleted, operands);
        } else if (program == "touch") {
            add_all(FileDeed::written, operands_of(words));
        } else if (program == "tee") {
            add_all(has_option(words, "-a") ? FileDeed::edited : FileDeed::written,
                    operands_of(words));
        } else if (program == "sed") {
            take_sed(words);
        } else if (program == "mv" || program == "cp") {
            take_move(program == "mv", operands_of(words));
        }
    }

    void go_to(Words words) {
        const auto operands = operands_of(words);
        if (operands.empty() || operands[0]->expands) {
            base_.clear();
            return;
        }
        base_ = clean_path(operands[0]->text, base_);
    }

    // The first operand is what sed does, unless an option says it.
    void take_sed(Words words) {
        const bool in_place = has_option(words, "-i") || has_option(words, "--in-place");
        const bool script = has_option(words, "-e") || has_option(words, "--expression");
        std::vector<const ShellWord*> operands;
        bool value = false;
        for (const ShellWord& word : words) {
            if (!word.text.starts_with('-') && !value) {
                operands.push_back(&word);
            }
            value = word.text == "-e" || word.text == "-f";
        }
        if (!script && !operands.empty()) {
            operands.erase(operands.begin());
        }
        // What is left of "-i ''", the spelling of macOS.
        std::erase_if(operands, [](const ShellWord* word) { return word->text.empty(); });
        add_all(in_place ? FileDeed::edited : FileDeed::read, operands);
    }

    void take_move(bool moves, const std::vector<const ShellWord*>& operands) {
        if (operands.size() < 2) {
            return;
        }
        const ShellWord& last = *operands.back();
        const bool into_folder = operands.size() > 2 || last.text.ends_with('/');
        for (std::size_t i = 0; i + 1 < operands.size(); ++i) {
            const ShellWord& from = *operands[i];
            ShellWord to = last;
            if (into_folder) {
                to.text += "/" + std::string(base_name(from.text));
                to.expands = to.expands || from.expands;
            }
            const std::size_t before = files_.size();
            add(moves ? FileDeed::deleted : FileDeed::read, from);
            add(FileDeed::written, to);
            if (moves && files_.size() == before + 2) {
                files_[before].moved = files_[before + 1].path;
                files_[before + 1].moved = files_[before].path;
            }
        }
    }

    void add_all(FileDeed deed, const std::vector<const ShellWord*>& words) {
        for (const ShellWord* const word : words) {
            add(deed, *word);
        }
    }

    void add(FileDeed deed, const ShellWord& word) {
        if (word.expands || word.text == "-" || word.text.starts_with("/dev/") ||
            files_.size() >= files_of_a_call_max) {
            return;
        }
        std::string path = clean_path(word.text, base_);
        if (!path.empty()) {
            files_.push_back({.deed = deed, .path = std::move(path), .assumed = true});
        }
    }

    std::string base_;
    std::vector<NamedFile> files_;
};

}  // namespace

std::vector<NamedFile> shell_files(std::string_view command, std::string_view base) {
    ShellReading reading(base);
    for (const ShellCommand& each : shell_commands(command)) {
        reading.take(each);
    }
    return std::move(reading).finish();
}

}  // namespace hence
