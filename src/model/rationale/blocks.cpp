// Models write tags that they never close, numbers that they used before, and prose around their
// JSON; a text may also be made to be slow. So a block is found by one walk over the tags, at most
// two readings of JSON for each, and free numbers by intervals instead of by counting on.
#include <utility>

#include "base/ascii.h"
#include "model/rationale/rationale.h"
#include "model/rationale/tags.h"

namespace hence {
namespace {

// Numbers in use, as intervals [first, last].
class Numbers {
public:
    // Takes `number`, or the next one that is free.
    std::uint64_t take(std::uint64_t number) {
        auto behind = intervals_.upper_bound(number);
        if (behind != intervals_.begin()) {
            auto before = std::prev(behind);
            if (before->second >= number) {
                number = before->second + 1;
            }
            if (before->second + 1 == number) {
                before->second = number;
                join(before);
                return number;
            }
        }
        join(intervals_.emplace(number, number).first);
        return number;
    }

private:
    using Intervals = std::map<std::uint64_t, std::uint64_t>;

    void join(Intervals::iterator at) {
        const auto behind = std::next(at);
        if (behind != intervals_.end() && behind->first == at->second + 1) {
            at->second = behind->second;
            intervals_.erase(behind);
        }
    }

    Intervals intervals_;
};

// The rationale in a block's body: from the first brace to the last, whatever stands around.
std::string rationale_of(std::string_view body) {
    const std::size_t begin = body.find('{');
    const std::size_t end = body.rfind('}');
    if (begin == body.npos || end == body.npos || end < begin) {
        return {};
    }
    const Result<std::string> json =
        minify(body.substr(begin, end + 1 - begin), model_json_depth_max);
    return json ? lenient_rationale(Json(*json)).json : std::string();
}

class BlockParser {
public:
    explicit BlockParser(std::string_view text) : text_(text) {}

    std::map<std::uint64_t, std::string> parse() {
        std::optional<FoundTag> tag = next_rationale_tag(text_, 0);
        while (tag) {
            if (tag->tag.kind == RationaleTag::Kind::opening) {
                opened(*tag);
            } else if (first_) {
                closed(tag->begin);
            }
            tag = next_rationale_tag(text_, tag->end);
        }
        return std::move(found_);
    }

private:
    struct Opening {
        std::uint64_t call;
        std::size_t body;  // Where it begins.
    };

    void opened(const FoundTag& tag) {
        ++position_;
        const Opening opening{tag.tag.call.value_or(position_), tag.end};
        if (!first_) {
            first_ = opening;
            first_position_ = position_;
        }
        last_ = opening;
    }

    // A tag within the text of a rationale opens nothing, so the first opening is tried first; but
    // a block that was never closed hides those behind it, so the last one is tried as well.
    void closed(std::size_t end) {
        std::string rationale = rationale_of(text_.substr(first_->body, end - first_->body));
        if (!rationale.empty()) {
            position_ = first_position_;
            found_.emplace(numbers_.take(first_->call), std::move(rationale));
        } else if (last_->body != first_->body) {
            rationale = rationale_of(text_.substr(last_->body, end - last_->body));
            if (!rationale.empty()) {
                found_.emplace(numbers_.take(last_->call), std::move(rationale));
            }
        }
        first_.reset();
    }

    std::string_view text_;
    std::map<std::uint64_t, std::string> found_;
    Numbers numbers_;
    std::uint64_t position_ = 0;
    std::uint64_t first_position_ = 0;
    std::optional<Opening> first_;  // Since the last closing tag.
    std::optional<Opening> last_;
};

// Removes tags as they are completed, so that what closes up around them is seen as well: what is
// left holds none.
class Stripper {
public:
    std::string strip(std::string_view text) {
        for (const char c : text) {
            put(c, Opening::may_open_a_block);
        }
        if (open_) {
            strip_stray(*open_);
        }
        return tidied();
    }

private:
    enum class Opening { may_open_a_block, is_stray };

    void put(char c, Opening opening) {
        if (c == '>' && !marks_.empty() && out_[marks_.back()] == '<') {
            out_ += c;
            if (settle(marks_.back(), opening)) {
                return;
            }
            marks_.push_back(out_.size() - 1);
            return;
        }
        if (c == '<' || c == '>') {
            marks_.push_back(out_.size());
        }
        out_ += c;
    }

    // Looks at what stands from `begin` to the end of the output, and says whether it is gone.
    bool settle(std::size_t begin, Opening opening) {
        const auto tag = rationale_tag(std::string_view(out_).substr(begin));
        if (!tag) {
            return false;
        }
        if (tag->kind == RationaleTag::Kind::closing) {
            cut(open_ ? *open_ : begin);
            open_.reset();
            return true;
        }
        if (opening == Opening::is_stray && tag->names_call) {
            cut(begin);
            return true;
        }
        if (opening == Opening::may_open_a_block && !open_) {
            open_ = begin;
        }
        return false;
    }

    void cut(std::size_t size) {
        out_.resize(size);
        while (!marks_.empty() && marks_.back() >= size) {
            marks_.pop_back();
        }
    }

    // From the opening tag that nothing closed: its body stays, tags that name a call do not.
    void strip_stray(std::size_t begin) {
        const std::string rest = out_.substr(begin);
        cut(begin);
        open_.reset();
        for (const char c : rest) {
            put(c, Opening::is_stray);
        }
    }

    std::string tidied() const {
        std::string text;
        std::size_t line_ends = 0;
        for (const char c : trimmed(out_, all_white_space)) {
            line_ends = c == '\n' ? line_ends + 1 : 0;
            if (line_ends <= 2) {
                text += c;
            }
        }
        return text;
    }

    std::string out_;
    std::vector<std::size_t> marks_;   // Where the '<' and '>' of the output stand.
    std::optional<std::size_t> open_;  // Where the first opening tag stands that waits for its end.
};

}  // namespace

std::string without_rationale_blocks(std::string_view text) {
    return Stripper().strip(text);
}

RationalesOfCalls rationale_blocks(std::string_view text) {
    return {BlockParser(text).parse(), without_rationale_blocks(text)};
}

// A list of calls may hold text that looks like a block, and blocks may stand before a fenced list
// of the calls that they are about.
RationalesOfCalls rationales_in(std::string_view text) {
    const std::string_view inner = trimmed(text, all_white_space);
    RationalesOfCalls blocks = rationale_blocks(text);
    if (blocks.by_call.empty() || inner.starts_with('[') || inner.starts_with('{')) {
        if (std::optional<RationalesOfCalls> calls = rationales_beside_calls(text)) {
            return std::move(*calls);
        }
    }
    return blocks;
}

}  // namespace hence
