// Aider, `.aider.chat.history.md`: Markdown. "# aider chat started at TIME" begins a session, lines
// with "####" are what the user typed, lines with ">" are Aider's own words, and all else is the
// model's answer. Traps: an answer may hold any Markdown, so only lines that end in two spaces are
// Aider's or the user's; the tokens of an answer stand in a line of Aider's behind it; only the
// beginning of a session has a time, in local time without an offset.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "formats/agents/agents.h"
#include "formats/common/transcript.h"

namespace hence {
namespace {

constexpr std::string_view aider_name = "aider";
constexpr std::string_view session_mark = "# aider chat started at ";
constexpr std::string_view prompt_mark = "####";
constexpr std::size_t text_bytes_max = 8 << 20;  // A longer block is told in parts.

// "1.2k" is 1200; absent for what is no number.
std::string amount_from(std::string_view text) {
    const bool thousands = text.ends_with('k');
    text.remove_suffix(thousands || text.ends_with('M') ? 1 : 0);
    const std::optional<double> number =
        Json(text).is_number() ? Json(text).number() : std::nullopt;
    std::string amount;
    if (number) {
        append_number(amount, *number * (thousands ? 1'000 : 1));
    }
    return amount;
}

// The word before `after` in a line: of "Tokens: 3.2k sent, 41 received.", "3.2k" before " sent".
std::string_view word_before(std::string_view line, std::string_view after) {
    const std::size_t end = line.find(after);
    if (end == std::string_view::npos) {
        return {};
    }
    const std::size_t begin = line.rfind(' ', end == 0 ? 0 : end - 1);
    return line.substr(begin == std::string_view::npos ? 0 : begin + 1,
                       end - (begin == std::string_view::npos ? 0 : begin + 1));
}

class AiderReader final : public Reader {
public:
    explicit AiderReader(const ReadOptions& options) : source_(options.source) {}

    void take(std::string_view text, std::uint64_t line, Batch& batch) override {
        batch.source = source_;
        for (; !text.empty(); ++line) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            std::string_view one = text.substr(0, end);
            one.remove_suffix(one.ends_with('\r') ? 1 : 0);
            const bool marked = one.ends_with("  ");
            one = one.substr(0, one.find_last_not_of(' ') + 1);
            text.remove_prefix(std::min(end + 1, text.size()));
            const Result<void> told = take_line(one, marked, line);
            if (!told) {
                batch.refused.push_back({source_, line, told.error().message, std::string(one)});
            }
            give(line, batch);
        }
    }

    // The last block may go on.
    std::uint64_t finish(Batch& batch) override {
        const Result<void> told = tell_block(Block::none, 0);
        const Result<void> rest = told ? tell_answer() : told;
        for (Event& event : taken()) {
            batch.events.push_back({event.with_flag(Flag::unfinished), line_});
        }
        return rest ? 0 : 1;
    }

private:
    enum class Block : std::uint8_t { none, prompt, notes, answer };

    Result<void> take_line(std::string_view line, bool marked, std::uint64_t number) {
        if (line.starts_with(session_mark)) {
            TRY(tell_block(Block::none, number));
            TRY(tell_answer());
            return enter(line.substr(session_mark.size()), number);
        }
        if (line.empty()) {
            // A block of Aider's or of the user's ends with its last line; an answer goes on.
            if (block_ == Block::answer && !text_.empty()) {
                text_ += '\n';
                return {};
            }
            return tell_block(Block::none, number);
        }
        const bool prompt = marked && line.starts_with(prompt_mark);
        const bool note = marked && line.starts_with('>');
        const Block block = prompt ? Block::prompt : note ? Block::notes : Block::answer;
        if (block != block_ || text_.size() > text_bytes_max) {
            TRY(tell_block(block, number));
        }
        line.remove_prefix(prompt ? prompt_mark.size() : note ? 1 : 0);
        if (block != Block::answer && line.starts_with(' ')) {
            line.remove_prefix(1);
        }
        if (note) {
            TRY(take_note(line, number));
        }
        text_ += text_.empty() ? "" : "\n";
        text_ += line;
        return {};
    }

    Result<void> enter(std::string_view when, std::uint64_t number) {
        std::string token;
        append_token(token, when);
        const std::optional<std::string> time = time_from(Json(token));
        if (!time) {
            return Error{Code::invalid, "the session has no time"};
        }
        if (talk_) {
            ended_ = talk_->take();
        }
        model_.clear();
        talk_.emplace(ConversationPlace{.format = aider_name,
                                        .agent = std::string(aider_name),
                                        .session = "aider-" + *time,
                                        .session_derived = true});
        begun_ = *time;
        line_ = number;
        return {};
    }

    Transcript& talk() {
        if (!talk_) {
            talk_.emplace(ConversationPlace{.format = aider_name,
                                            .agent = std::string(aider_name),
                                            .session = "aider-" + mark_of(source_),
                                            .session_derived = true});
        }
        return *talk_;
    }

    // The first step has the time of the session; no other step has a time.
    TranscriptStep step(std::uint64_t line) {
        return {std::exchange(begun_, {}), "line " + std::to_string(line)};
    }

    // A block has ended, and one of that sort begins.
    Result<void> tell_block(Block next, std::uint64_t line) {
        const Block block = std::exchange(block_, next);
        const std::uint64_t began = std::exchange(line_, line);
        std::string text(trimmed(text_));
        text_.clear();
        if (text.empty()) {
            return {};
        }
        if (block == Block::answer) {
            answer_ = answer_ ? std::move(answer_) : TranscriptAnswer();
            answer_->blocks.text += (answer_->blocks.text.empty() ? "" : "\n") + text;
            answer_at_ = began;
            return {};
        }
        if (block == Block::prompt) {
            TRY(tell_answer());
            if (text.find("(Y)es/(N)o") != std::string::npos) {
                return tell_reply(text, began);
            }
            // A command to Aider is no task for the model.
            const bool command = text.starts_with('/') && !text.starts_with("/ask") &&
                                 !text.starts_with("/code") && !text.starts_with("/architect");
            Fields fields;
            if (!command) {
                return talk().prompt(step(began), text, {});
            }
            fields.text("text", text);
            return talk().note("command", step(began), std::move(fields));
        }
        Fields fields;
        fields.text("severity", "info");
        fields.text("body", text);
        return talk().note("log", step(began), std::move(fields));
    }

    // "Run shell command? (Y)es/(N)o [Yes]: y": what the user replied to Aider.
    Result<void> tell_reply(std::string_view text, std::uint64_t line) {
        const std::size_t colon = text.rfind("]: ");
        Fields fields;
        fields.text("description", text.substr(0, text.find(" (Y)es/(N)o")));
        fields.text("decision_type", "permission");
        fields.text("chosen", colon == std::string_view::npos ? "" : text.substr(colon + 3));
        return talk().note("decision", step(line), std::move(fields));
    }

    Result<void> tell_answer() {
        if (!answer_) {
            return {};
        }
        TranscriptAnswer answer = std::move(*answer_);
        answer_.reset();
        answer.model = model_;
        return talk().answer(step(answer_at_), std::move(answer));
    }

    // What Aider says of an answer, and what it did with it.
    Result<void> take_note(std::string_view line, std::uint64_t number) {
        for (const std::string_view mark : {"Main model: ", "Model: "}) {
            if (line.starts_with(mark)) {
                const std::string_view rest = line.substr(mark.size());
                model_ = rest.substr(0, rest.find(' '));
            }
        }
        if (line.starts_with("Tokens: ") && answer_) {
            const std::string sent = amount_from(word_before(line, " sent"));
            const std::string received = amount_from(word_before(line, " received"));
            const std::string_view cost = word_before(line, " message");
            const std::string usd = amount_from(cost.starts_with('$') ? cost.substr(1) : "");
            answer_->fields.value("prompt_tokens", Json(sent));
            answer_->fields.value("completion_tokens", Json(received));
            answer_->fields.value("cost_usd", Json(usd));
            return tell_answer();
        }
        const auto deed = std::ranges::find_if(
            deeds, [line](const Deed& one) { return line.starts_with(one.mark); });
        return deed == deeds.end() ? Result<void>() : tell_deed(*deed, line, number);
    }

    // What Aider did: a call that has no result of its own.
    struct Deed {
        std::string_view mark;
        std::string_view tool;
        std::string_view argument;
        std::string_view status;
    };
    static constexpr std::array deeds = {
        Deed{"Applied edit to ", "edit", "path", "ok"},
        Deed{"Commit ", "commit", "message", "ok"},
        Deed{"Running ", "shell", "command", ""},
    };

    Result<void> tell_deed(const Deed& deed, std::string_view line, std::uint64_t number) {
        TRY(tell_answer());
        std::string input = "{\"" + std::string(deed.argument) + "\":";
        append_token(input, line.substr(deed.mark.size()));
        const std::string call_id = "line " + std::to_string(number);
        TRY(talk().call(step(number), {call_id, std::string(deed.tool), input + "}"}, {}));
        return talk().result(step(number),
                             {.call_id = call_id, .status = std::string(deed.status)});
    }

    std::vector<Event> taken() {
        std::vector<Event> events = std::exchange(ended_, {});
        if (talk_) {
            std::ranges::move(talk_->take(), std::back_inserter(events));
        }
        return events;
    }

    void give(std::uint64_t line, Batch& batch) {
        for (Event& event : taken()) {
            batch.events.push_back({std::move(event), line});
        }
    }

    std::string source_;
    std::optional<Transcript> talk_;
    std::vector<Event> ended_;  // Of the session before this one.
    std::string begun_;         // The time of the session, until a step has it.
    std::string model_;
    Block block_ = Block::none;
    std::string text_;  // Of the block.
    std::uint64_t line_ = 0;
    std::optional<TranscriptAnswer> answer_;  // Its tokens may come.
    std::uint64_t answer_at_ = 0;
};

}  // namespace

bool is_aider(const Beginning& beginning) {
    return beginning.head().starts_with(session_mark);
}

std::unique_ptr<Reader> read_aider(const ReadOptions& options) {
    return std::make_unique<AiderReader>(options);
}

}  // namespace hence
