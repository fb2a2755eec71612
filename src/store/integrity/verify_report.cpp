#include "store/integrity/verify_report.h"

#include <fmt/format.h>

#include "base/try.h"
#include "model/json/writer.h"
#include "model/text.h"

namespace hence {
namespace {

constexpr std::size_t differences_listed = 100;

Time time_at_ms(std::int64_t milliseconds) {
    Time time;
    time.seconds = milliseconds / 1'000;
    time.nanos = static_cast<std::uint32_t>(milliseconds % 1'000 * 1'000'000);
    time.digits = 3;
    return time;
}

std::string when_text(std::int64_t milliseconds) {
    std::string text;
    append_time(text, time_at_ms(milliseconds));
    return text;
}

// The key among those that count that signed a note.
std::optional<NoteKey> signer_among(const Note& note, const std::vector<NoteKey>& keys,
                                    bool& forged) {
    for (const NoteKey& key : keys) {
        const Signed found = check_signature(note, key);
        forged = forged || found == Signed::bad;
        if (found == Signed::good) {
            return key;
        }
    }
    return std::nullopt;
}

std::string plural(std::uint64_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string verdict(const VerifyReport& report) {
    if (!report.is_right()) {
        return fmt::format("NOT VERIFIED: {}", plural(report.difference_count, "difference"));
    }
    if (report.checkpoints == 0) {
        return "Nothing differs, and no checkpoint covers these events.";
    }
    const std::string by = report.key.empty() ? "nobody's signature" : report.key;
    if (report.what == "proof") {
        return fmt::format("Verified: the event is in the log of {} events, by {}.",
                           report.verified_up_to, by);
    }
    return fmt::format("Verified up to event {}{} by {}.", report.verified_up_to,
                       report.verified_at_ms == 0 ? "" : " at " + when_text(report.verified_at_ms),
                       by);
}

}  // namespace

void VerifyReport::differ(std::string what_differs) {
    ++difference_count;
    if (differences.size() < differences_listed) {
        differences.push_back(std::move(what_differs));
    }
}

void check_checkpoint(const CheckedCheckpoint& checkpoint, const Hash& root,
                      const VerifyRequest& request, VerifyReport& report) {
    ++report.checkpoints;
    bool right = checkpoint.head.root == root;
    if (!right) {
        report.differ(fmt::format("the checkpoint of {} events has another root than the events",
                                  checkpoint.head.size));
    }
    std::string by;
    if (!checkpoint.text.empty()) {
        const Result<Note> note = read_note(checkpoint.text);
        const Result<CheckpointText> said =
            note ? read_checkpoint_text(note->text) : Result<CheckpointText>(note.error());
        if (!said || said->head != checkpoint.head) {
            report.differ(fmt::format("the note of the checkpoint of {} events says something else",
                                      checkpoint.head.size));
            return;
        }
        bool forged = false;
        const std::optional<NoteKey> signer = signer_among(*note, request.keys, forged);
        if (forged) {
            report.differ(fmt::format("the signature of the checkpoint of {} events is wrong",
                                      checkpoint.head.size));
            return;
        }
        report.signatures += signer ? 1 : 0;
        report.others += signer ? 0 : 1;
        by = signer ? signer->text() : std::string();
    }
    if (right && checkpoint.head.size >= report.verified_up_to) {
        report.verified_up_to = checkpoint.head.size;
        report.verified_at_ms = checkpoint.at_ms;
        report.key = by;
    }
}

Result<CheckpointText> older_checkpoint(const VerifyRequest& request, VerifyReport& report) {
    const Note note = TRY(read_note(request.checkpoint));
    CheckpointText said = TRY(read_checkpoint_text(note.text));
    bool forged = false;
    const std::optional<NoteKey> signer = signer_among(note, request.keys, forged);
    if (forged) {
        report.differ("the signature of the older checkpoint is wrong");
    } else if (!signer) {
        report.notes.push_back("who signed the older checkpoint was not checked: give --key");
    }
    return said;
}

Result<void> write_json(const VerifyReport& report, const Sink& sink) {
    std::string text;
    JsonWriter json(text);
    json.begin_object().member("what", report.what).member("verified", report.is_right());
    json.member("events", report.events).member("erased", report.erased);
    json.member("erased_announced", report.erased_announced);
    json.member("checkpoints", report.checkpoints).member("signed", report.signatures);
    json.member("signed_by_others", report.others);
    json.member("verified_up_to", report.verified_up_to);
    json.member("verified_at", report.verified_at_ms != 0
                                   ? std::optional(time_at_ms(report.verified_at_ms))
                                   : std::nullopt);
    json.member("key", OrNull{report.key});
    json.member("cosigned", report.cosigned);
    json.member("cosigned_by_others", report.cosigned_by_others);
    json.member("cosigned_up_to", report.cosigned_up_to).member("stamped", report.stamped);
    json.member("stamped_up_to", report.stamped_up_to);
    json.member("stamped_at", report.stamped > 0 ? std::optional(time_at_ms(report.stamped_at_ms))
                                                 : std::nullopt);
    json.member("authority", OrNull{report.authority});
    json.list("notes", report.notes).list("differences", report.differences);
    json.member("difference_count", report.difference_count);
    json.end_object().end_line();
    return sink(text);
}

Result<void> write_text(const VerifyReport& report, const Sink& sink) {
    std::string text = printable(verdict(report)) + "\n";
    for (const std::string& difference : report.differences) {
        text += fmt::format("  - {}\n", printable(difference));
    }
    if (report.difference_count > report.differences.size()) {
        text += fmt::format("  and {} more\n", report.difference_count - report.differences.size());
    }
    text += fmt::format("Checked: {}, {} ({} signed by a key that counts, {} by others).\n",
                        plural(report.events, "event"), plural(report.checkpoints, "checkpoint"),
                        report.signatures, report.others);
    if (report.cosigned + report.cosigned_by_others > 0) {
        text += fmt::format("Cosigned: {} of known witnesses, up to event {}; {} of others.\n",
                            plural(report.cosigned, "signature"), report.cosigned_up_to,
                            report.cosigned_by_others);
    }
    if (report.stamped > 0) {
        text += fmt::format("Stamped: {}, up to event {} at {} by {}.\n",
                            plural(report.stamped, "time stamp"), report.stamped_up_to,
                            when_text(report.stamped_at_ms), printable(report.authority));
    }
    if (report.erased > 0) {
        text += fmt::format("Erased: {}, {} announced by an erasure event.\n",
                            plural(report.erased, "event"), report.erased_announced);
    }
    for (const std::string& line : report.notes) {
        text += fmt::format("Note: {}\n", printable(line));
    }
    return sink(text);
}

}  // namespace hence
