#include "model/files/patch_files.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.h"

namespace hence {
namespace {

constexpr std::string_view patch_begin = "*** Begin Patch";
constexpr std::string_view patch_end = "*** End Patch";
constexpr std::string_view move_line = "*** Move to: ";
constexpr std::string_view no_file = "/dev/null";

struct PatchHeading {
    std::string_view words;
    FileDeed deed;
};
constexpr PatchHeading patch_headings[] = {
    {"*** Add File: ", FileDeed::written},
    {"*** Update File: ", FileDeed::edited},
    {"*** Delete File: ", FileDeed::deleted},
};

// Hands out the lines of a text, and knows where each begins.
class PatchLines {
public:
    explicit PatchLines(std::string_view text) : text_(text) {}

    bool next() {
        if (after_ >= text_.size()) {
            return false;
        }
        begin_ = after_;
        const std::size_t end = std::min(text_.find('\n', begin_), text_.size());
        after_ = end + 1;
        line_ = text_.substr(begin_, end - begin_);
        if (line_.ends_with('\r')) {
            line_.remove_suffix(1);
        }
        return true;
    }
    std::string_view line() const { return line_; }
    std::size_t begin() const { return begin_; }
    std::size_t after() const { return std::min(after_, text_.size()); }

private:
    std::string_view text_;
    std::string_view line_;
    std::size_t begin_ = 0;
    std::size_t after_ = 0;
};

std::optional<std::string_view> behind(std::string_view line, std::string_view words) {
    if (!line.starts_with(words)) {
        return std::nullopt;
    }
    return line.substr(words.size());
}

// Collects files; the text of each goes on until the next begins.
class Patch {
public:
    Patch(std::string_view text, std::string_view base) : text_(text), base_(base) {}

    void begin(FileDeed deed, std::string_view path, std::size_t text_begin) {
        std::string clean = clean_path(path, base_);
        if (clean.empty() || files_.size() >= files_of_a_call_max) {
            return;
        }
        files_.push_back({{deed, std::move(clean)}, {}});
        begin_ = text_begin;
        open_ = true;
    }

    void move_to(std::string_view path) {
        std::string clean = clean_path(path, base_);
        if (!open_ || clean.empty()) {
            return;
        }
        PatchedFile& from = files_.back();
        from.file.deed = FileDeed::deleted;
        from.file.moved = clean;
        PatchedFile to{{FileDeed::written, std::move(clean), from.file.path}, {}};
        files_.push_back(std::move(to));
    }

    void end(std::size_t at) {
        if (open_ && at >= begin_) {
            files_.back().text = text_.substr(begin_, at - begin_);
        }
        open_ = false;
    }

    std::vector<PatchedFile> take() && { return std::move(files_); }

private:
    std::string_view text_;
    std::string_view base_;
    std::vector<PatchedFile> files_;
    std::size_t begin_ = 0;
    bool open_ = false;
};

std::vector<PatchedFile> files_of_envelope(std::string_view text, std::string_view base) {
    Patch patch(text, base);
    PatchLines lines(text);
    std::size_t end = text.size();
    while (lines.next()) {
        if (lines.line().starts_with(patch_end)) {
            end = lines.begin();
            break;
        }
        for (const PatchHeading& heading : patch_headings) {
            if (const auto path = behind(lines.line(), heading.words)) {
                patch.end(lines.begin());
                patch.begin(heading.deed, *path, lines.after());
            }
        }
        if (const auto path = behind(lines.line(), move_line)) {
            patch.move_to(*path);
        }
    }
    patch.end(end);
    return std::move(patch).take();
}

// "a/src/x.c\t2026-01-01" is src/x.c.
std::string_view diff_path(std::string_view path) {
    path = trimmed(path.substr(0, path.find('\t')));
    return path.starts_with("a/") || path.starts_with("b/") ? path.substr(2) : path;
}

std::vector<PatchedFile> files_of_diff(std::string_view text, std::string_view base) {
    Patch patch(text, base);
    PatchLines lines(text);
    std::optional<std::string_view> before;
    std::size_t heading = 0;
    while (lines.next()) {
        if (lines.line().starts_with("diff --git ")) {
            patch.end(lines.begin());
        }
        const std::optional<std::string_view> after = behind(lines.line(), "+++ ");
        if (before && after) {
            patch.end(heading);
            const bool is_new = trimmed(*before) == no_file;
            const bool is_gone = trimmed(*after) == no_file;
            patch.begin(is_new    ? FileDeed::written
                        : is_gone ? FileDeed::deleted
                                  : FileDeed::edited,
                        diff_path(is_gone ? *before : *after), lines.after());
        }
        before = behind(lines.line(), "--- ");
        heading = before ? lines.begin() : heading;
    }
    patch.end(text.size());
    return std::move(patch).take();
}

}  // namespace

std::vector<PatchedFile> patched_files(std::string_view text, std::string_view base) {
    const std::size_t begin = text.find(patch_begin);
    if (begin != std::string_view::npos &&
        (begin == 0 || text[begin - 1] == '\n' || text[begin - 1] == '\'' ||
         text[begin - 1] == '"' || is_space(text[begin - 1]))) {
        return files_of_envelope(text.substr(begin), base);
    }
    const std::string_view start = trimmed_front(text);
    const bool diff = start.starts_with("diff --git ") || start.starts_with("--- ");
    return diff ? files_of_diff(text, base) : std::vector<PatchedFile>();
}

}  // namespace hence
