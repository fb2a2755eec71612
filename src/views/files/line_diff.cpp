#include "views/files/line_diff.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "views/diff/lcs.h"
#include "views/find/text_numbers.h"

namespace hence {
namespace {

constexpr std::size_t context_lines = 3;

std::vector<std::string_view> lines_of_text(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

class DiffLines {
public:
    void put(char sign, std::string_view line) {
        diff_.added += sign == '+' ? 1 : 0;
        diff_.removed += sign == '-' ? 1 : 0;
        append(sign, line);
    }
    // Between two parts that are not neighbours.
    void part() {
        if (!diff_.text.empty() && diff_.cut == 0) {
            append('@', "@");
        }
    }
    LineDiff take() && { return std::move(diff_); }

private:
    void append(char sign, std::string_view line) {
        if (diff_.cut > 0 || lines_ >= diff_lines_max ||
            diff_.text.size() + line.size() > diff_size_max) {
            ++diff_.cut;
            return;
        }
        ++lines_;
        diff_.text += sign;
        diff_.text += line;
        diff_.text += '\n';
    }

    LineDiff diff_;
    std::size_t lines_ = 0;
};

struct SignedLine {
    char sign;
    std::string_view line;
};

std::vector<SignedLine> compared(const FileChange::Replacement& change) {
    const std::vector<std::string_view> before = lines_of_text(change.before);
    const std::vector<std::string_view> after = lines_of_text(change.after);
    TextNumbers numbers;
    std::vector<std::uint32_t> a;
    std::vector<std::uint32_t> b;
    for (const std::string_view line : before) {
        a.push_back(numbers.number_of(line));
    }
    for (const std::string_view line : after) {
        b.push_back(numbers.number_of(line));
    }
    const std::vector<std::uint32_t> matched = common_subsequence(a, b);
    std::vector<SignedLine> out;
    std::size_t at = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (matched[i] == unmatched) {
            out.push_back({'-', before[i]});
            continue;
        }
        for (; at < matched[i]; ++at) {
            out.push_back({'+', after[at]});
        }
        out.push_back({' ', before[i]});
        ++at;
    }
    for (; at < after.size(); ++at) {
        out.push_back({'+', after[at]});
    }
    return out;
}

// Unchanged lines stay only beside changed ones.
void put_near_changes(const std::vector<SignedLine>& lines, DiffLines& out) {
    std::vector<bool> near(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].sign != ' ') {
            const std::size_t from = i - std::min(i, context_lines);
            const std::size_t to = std::min(i + context_lines + 1, lines.size());
            std::fill(near.begin() + static_cast<std::ptrdiff_t>(from),
                      near.begin() + static_cast<std::ptrdiff_t>(to), true);
        }
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (near[i]) {
            if (i > 0 && !near[i - 1]) {
                out.part();
            }
            out.put(lines[i].sign, lines[i].line);
        }
    }
}

void put_patch(std::string_view patch, DiffLines& out) {
    for (const std::string_view line : lines_of_text(patch)) {
        const bool words = line.starts_with("***") || line.starts_with("diff --git ") ||
                           line.starts_with("index ") || line.starts_with("\\");
        if (line.starts_with("@@")) {
            out.part();
        } else if (!words && !line.empty()) {
            const bool is_signed = line[0] == '+' || line[0] == '-' || line[0] == ' ';
            out.put(is_signed ? line[0] : ' ', is_signed ? line.substr(1) : line);
        }
    }
}

}  // namespace

LineDiff line_diff(const FileChange& change) {
    DiffLines out;
    put_patch(change.patch, out);
    for (const FileChange::Replacement& each : change.replacements) {
        out.part();
        put_near_changes(compared(each), out);
    }
    return std::move(out).take();
}

}  // namespace hence
