#include "model/files/shell_words.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.h"

namespace hence {
namespace {

class ShellScanner {
public:
    explicit ShellScanner(std::string_view text) : text_(text) {}

    std::vector<ShellCommand> run() && {
        while (at_ < text_.size() && commands_.size() < shell_commands_max) {
            step();
        }
        end_word();
        end_command();
        return std::move(commands_);
    }

private:
    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }

    void step() {
        const char c = text_[at_];
        if (c == '\\') {
            escape();
        } else if (c == '\'') {
            single_quoted();
        } else if (c == '"') {
            double_quoted();
        } else if (c == '#' && !in_word_) {
            at_ = std::min(text_.find('\n', at_), text_.size());
        } else if (c == '<' || c == '>') {
            redirect();
        } else if (c == '\n') {
            end_word();
            end_command();
            ++at_;
            skip_documents();
        } else if (is_space(c) || (c == '&' && peek(1) == '>')) {
            end_word();
            ++at_;
        } else if (c == ';' || c == '|' || c == '&' || c == '(' || c == ')') {
            end_word();
            end_command();
            ++at_;
        } else {
            plain(c);
        }
    }

    void plain(char c) {
        word_.expands = word_.expands || c == '$' || c == '`';
        word_.text += c;
        in_word_ = true;
        ++at_;
    }

    void escape() {
        ++at_;
        if (peek() != '\n' && at_ < text_.size()) {
            word_.text += peek();
            in_word_ = true;
        }
        ++at_;
    }

    void single_quoted() {
        const std::size_t end = std::min(text_.find('\'', at_ + 1), text_.size());
        word_.text += text_.substr(at_ + 1, end - at_ - 1);
        in_word_ = true;
        at_ = end + 1;
    }

    void double_quoted() {
        in_word_ = true;
        for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            const char c = text_[at_];
            if (c == '\\' && at_ + 1 < text_.size()) {
                word_.text += text_[++at_];
                continue;
            }
            word_.expands = word_.expands || c == '$' || c == '`';
            word_.text += c;
        }
        ++at_;
    }

    // "2>&1", "> file", "<<EOF", "<(…)".
    void redirect() {
        const bool number = std::ranges::all_of(word_.text, is_digit);
        if (number && !word_.expands) {
            word_ = {};
            in_word_ = false;
        }
        end_word();
        const char c = text_[at_++];
        if (c == '<' && peek() == '<') {
            here_document();
            return;
        }
        const bool append = c == '>' && peek() == '>';
        at_ += append || peek() == '|' ? 1 : 0;
        if (peek() == '(') {
            return;
        }
        if (peek() == '&') {
            ++at_;
            skip_descriptor();
            return;
        }
        using Way = ShellRedirection::Way;
        awaited_ = c == '<' ? Way::read : append ? Way::append : Way::write;
    }

    void skip_descriptor() {
        while (is_digit(peek()) || peek() == '-') {
            ++at_;
        }
    }

    // The document begins behind the line that names it.
    void here_document() {
        ++at_;
        if (peek() == '<') {
            ++at_;
            return;
        }
        at_ += peek() == '-' ? 1 : 0;
        while (peek() == ' ' || peek() == '\t') {
            ++at_;
        }
        const std::size_t end = std::min(text_.find_first_of(" \t\n;|&<>()", at_), text_.size());
        const std::string_view name = trimmed(text_.substr(at_, end - at_), "'\"\\");
        if (!name.empty()) {
            documents_.emplace_back(name);
        }
        at_ = end;
    }

    void skip_documents() {
        for (const std::string& name : std::exchange(documents_, {})) {
            while (at_ < text_.size()) {
                const std::size_t end = std::min(text_.find('\n', at_), text_.size());
                const std::string_view line = trimmed(text_.substr(at_, end - at_));
                at_ = end + 1;
                if (line == name) {
                    break;
                }
            }
        }
    }

    void end_word() {
        if (!in_word_) {
            return;
        }
        if (awaited_) {
            command_.redirections.push_back({*awaited_, std::move(word_)});
            awaited_.reset();
        } else {
            command_.words.push_back(std::move(word_));
        }
        word_ = {};
        in_word_ = false;
    }

    void end_command() {
        awaited_.reset();
        if (!command_.words.empty() || !command_.redirections.empty()) {
            commands_.push_back(std::move(command_));
        }
        command_ = {};
    }

    std::string_view text_;
    std::size_t at_ = 0;
    ShellWord word_;
    bool in_word_ = false;
    std::optional<ShellRedirection::Way> awaited_;  // The next word is its file.
    std::vector<std::string> documents_;            // Named on this line, and not begun yet.
    ShellCommand command_;
    std::vector<ShellCommand> commands_;
};

}  // namespace

std::vector<ShellCommand> shell_commands(std::string_view text) {
    return ShellScanner(text).run();
}

}  // namespace hence
