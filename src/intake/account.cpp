// The account of a text: adding up, and its forms as JSON and as a line for a person.
#include <algorithm>

#include <fmt/format.h>

#include "intake/ingest.h"
#include "model/json/writer.h"
#include "model/text.h"

namespace hence {
namespace {

constexpr std::size_t account_depth_max = 8;

template <class T>
void add_first(std::vector<T>& all, const std::vector<T>& more, std::size_t most) {
    const std::size_t room = most - std::min(most, all.size());
    all.insert(all.end(), more.begin(),
               more.begin() + static_cast<std::ptrdiff_t>(std::min(room, more.size())));
}

std::uint64_t count_in(Json value) {
    return static_cast<std::uint64_t>(std::max(0.0, value.number().value_or(0)));
}

}  // namespace

void Account::add(const Account& other) {
    accepted += other.accepted;
    duplicates += other.duplicates;
    quarantined += other.quarantined;
    pending += other.pending;
    unfinished += other.unfinished;
    redacted += other.redacted;
    unknown_files += other.unknown_files;
    unknown_named += other.unknown_named;
    if (other.first_seq != 0 && (first_seq == 0 || other.first_seq < first_seq)) {
        first_seq = other.first_seq;
    }
    last_seq = std::max(last_seq, other.last_seq);
    add_first(assigned, other.assigned, assigned_max);
    add_first(refused, other.refused, refused_max);
    add_first(notes, other.notes, notes_max);
    noted += other.noted;
}

void Account::append_json(std::string& out, bool detailed) const {
    JsonWriter json(out);
    json.begin_object().member("accepted", accepted).member("duplicates", duplicates);
    json.member("quarantined", quarantined).member("pending", pending);
    // Where nothing was accepted there is no number to give.
    const bool none = first_seq == 0;
    json.member("first_seq", none ? std::nullopt : std::optional(first_seq));
    json.member("last_seq", none ? std::nullopt : std::optional(last_seq));
    json.key("assigned").begin_list();
    for (const Assigned& one : assigned) {
        json.begin_object().member("line", one.line).member("id", one.id).end_object();
    }
    json.end_list();
    if (redacted > 0) {
        json.member("redacted", redacted);
    }
    if (checkpoint) {
        json.member("checkpoint", *checkpoint);
    }
    if (detailed) {
        json.key("refused").begin_list();
        for (const RefusedLine& one : refused) {
            json.begin_object().member("line", one.line).member("source", one.source);
            json.member("reason", one.reason).end_object();
        }
        json.end_list();
    }
    if (!notes.empty()) {
        json.list("notes", notes).member("noted", noted);
    }
    json.end_object().end_line();
}

std::string Account::to_text() const {
    std::string besides;
    const auto note = [&besides](std::uint64_t n, std::string_view one, std::string_view many) {
        if (n > 0) {
            besides += fmt::format("{}{} {}", besides.empty() ? "" : ", ", n, n == 1 ? one : many);
        }
    };
    note(duplicates, "duplicate", "duplicates");
    note(quarantined, "quarantined", "quarantined");
    note(pending, "pending", "pending");
    note(unfinished, "unfinished", "unfinished");
    note(redacted, "secret redacted", "secrets redacted");
    std::string text = fmt::format("recorded {} event{}{}\n", accepted, accepted == 1 ? "" : "s",
                                   besides.empty() ? "" : " (" + besides + ")");
    if (checkpoint) {
        text += fmt::format("the checkpoint covers {} events\n", *checkpoint);
    }
    for (const std::string& each : notes) {
        text += fmt::format("! {}\n", printable(each));
    }
    if (noted > notes.size()) {
        text += fmt::format("! and {} more\n", noted - notes.size());
    }
    return text;
}

std::uint64_t unfinished_in(const Batch& batch) {
    std::uint64_t count = 0;
    for (const Incoming& incoming : batch.events) {
        count += incoming.event.has(Flag::unfinished) ? 1 : 0;
    }
    return count;
}

Result<Account> account_from_json(std::string_view json) {
    const Result<std::string> valid = minify(json, account_depth_max);
    if (!valid || !Json(*valid)["accepted"].is_number()) {
        return Error{Code::corrupt, "the answer is no receipt"};
    }
    const Json receipt(*valid);
    Account account;
    account.accepted = count_in(receipt["accepted"]);
    account.duplicates = count_in(receipt["duplicates"]);
    account.quarantined = count_in(receipt["quarantined"]);
    account.pending = count_in(receipt["pending"]);
    account.first_seq = count_in(receipt["first_seq"]);
    account.last_seq = count_in(receipt["last_seq"]);
    account.redacted = count_in(receipt["redacted"]);
    receipt["assigned"].each_element([&account](Json one) {
        account.assigned.push_back({count_in(one["line"]), one["id"].string().value_or("")});
        return true;
    });
    receipt["refused"].each_element([&account](Json one) {
        account.refused.push_back({one["source"].string().value_or(""), count_in(one["line"]),
                                   one["reason"].string().value_or("")});
        return true;
    });
    receipt["notes"].each_element([&account](Json one) {
        account.notes.push_back(one.string().value_or(""));
        return true;
    });
    account.noted = count_in(receipt["noted"]);
    return account;
}

}  // namespace hence
