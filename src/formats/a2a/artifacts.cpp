#include "formats/a2a/artifacts.h"

#include <iterator>

#include <fmt/format.h>

namespace hence {
namespace {

bool says_true(Json value) {
    return value.boolean().value_or(false);
}

// Two lists of JSON as one. Nothing is an empty list.
void append_list(std::string& list, std::string_view more) {
    if (list.size() <= 2) {
        list = more;
        return;
    }
    if (more.size() <= 2) {
        return;
    }
    list.back() = ',';
    list += more.substr(1);
}

}  // namespace

Result<void> A2aArtifacts::append(A2aArtifact& artifact, Json parts) {
    const std::string_view more = parts.is_array() ? parts.raw() : "[]";
    const bool fits = artifact.parts.size() + more.size() <= limits_.bytes_max &&
                      bytes_ + more.size() <= limits_.all_bytes_max;
    if (artifact.too_large || !fits) {
        artifact.too_large = true;
        bytes_ -= artifact.parts.size();
        artifact.parts.clear();
        return Error{Code::limit,
                     fmt::format("artifact {} is larger than {} bytes, or all that "
                                 "are unfinished than {}",
                                 artifact.id, limits_.bytes_max, limits_.all_bytes_max)};
    }
    bytes_ -= artifact.parts.size();
    append_list(artifact.parts, more);
    bytes_ += artifact.parts.size();
    return {};
}

A2aArtifact A2aArtifacts::take_out(Open::iterator at) {
    A2aArtifact artifact = std::move(at->second);
    bytes_ -= artifact.parts.size();
    open_.erase(at);
    return artifact;
}

Result<std::optional<A2aArtifact>> A2aArtifacts::take(const std::string& task, Json update,
                                                      A2aArtifact begun) {
    const std::pair<std::string, std::string> key{task, begun.id};
    auto at = open_.find(key);
    if (at == open_.end()) {
        if (open_.size() >= limits_.open_max) {
            return Error{Code::limit,
                         fmt::format("more than {} artifacts are unfinished", limits_.open_max)};
        }
        at = open_.emplace(key, std::move(begun)).first;
    } else if (!says_true(update["append"])) {
        bytes_ -= at->second.parts.size();
        at->second.parts.clear();  // It is said anew.
    }
    const bool last = says_true(update["lastChunk"]);
    const Result<void> done = append(at->second, update["artifact"]["parts"]);
    std::optional<A2aArtifact> whole;
    if (last) {
        whole = take_out(at);
    }
    if (!done) {
        return done.error();
    }
    return whole;
}

std::vector<A2aArtifact> A2aArtifacts::close(const std::string& task) {
    std::vector<A2aArtifact> closed;
    auto at = open_.lower_bound({task, std::string()});
    while (at != open_.end() && at->first.first == task) {
        const auto next = std::next(at);
        if (A2aArtifact artifact = take_out(at); !artifact.too_large) {
            closed.push_back(std::move(artifact));
        }
        at = next;
    }
    return closed;
}

void A2aArtifacts::forget(const std::string& task, const std::string& id) {
    if (const auto at = open_.find({task, id}); at != open_.end()) {
        take_out(at);
    }
}

std::string a2a_content(Json parts) {
    std::string content;
    parts.each_element([&](Json part) {
        const std::optional<std::string> text = part["text"].string();
        content += text ? *text : std::string(part.raw());
        return true;
    });
    return content;
}

}  // namespace hence
