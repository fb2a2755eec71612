#include "store/verify/countersigned.h"

#include <algorithm>
#include <deque>
#include <set>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/secrets/timestamp.h"
#include "base/try.h"
#include "store/integrity/note.h"

namespace hence {
namespace {

// Others answer within seconds, and a checkpoint is kept once a second.
constexpr std::size_t checkpoints_remembered = 100'000;

class Countersigned {
public:
    Countersigned(const VerifyRequest& request, VerifyReport& report)
        : request_(request), report_(report) {
        keys_ = request.witnesses;
        keys_.insert(keys_.end(), request.keys.begin(), request.keys.end());
    }

    Result<void> take(const CheckpointRecord& record) {
        if (record.kind == CheckpointKind::checkpoint) {
            notes_.push_back(record);
            if (notes_.size() > checkpoints_remembered) {
                notes_.pop_front();
            }
            return {};
        }
        const auto spoken_of =
            std::find_if(notes_.rbegin(), notes_.rend(), [&](const CheckpointRecord& each) {
                return each.head == record.head && !each.text.empty();
            });
        const Result<Note> note = spoken_of == notes_.rend()
                                      ? Error{Code::corrupt, "no such checkpoint was kept"}
                                      : read_note(spoken_of->text);
        if (!note || note->signatures.empty()) {
            report_.differ(fmt::format("what others said of {} events speaks of no checkpoint",
                                       record.head.size));
            return {};
        }
        if (record.kind == CheckpointKind::cosigned) {
            check_cosignature(record, *note);
            return {};
        }
        return check_stamp(record, *note);
    }

    void finish() {
        if (untrusted_) {
            report_.notes.push_back(
                "each time stamp is signed by the certificate that it carries: give --tsa-ca to "
                "check whose that is");
        }
        if (report_.cosigned_by_others > 0) {
            report_.notes.push_back(
                "cosignatures of unknown witnesses were not checked: give their keys with "
                "--witness");
        }
    }

private:
    void check_cosignature(const CheckpointRecord& record, const Note& note) {
        const Result<std::vector<NoteSignature>> added = read_signatures(record.text);
        if (!added || added->empty()) {
            report_.differ(fmt::format("a cosignature of the checkpoint of {} events does not read",
                                       record.head.size));
            return;
        }
        for (const NoteSignature& signature : *added) {
            const Note cosigned{note.text, {signature}};
            Signed found = Signed::absent;
            for (const NoteKey& key : keys_) {
                const Signed here = check_signature(cosigned, key);
                found = here == Signed::absent ? found : here;
            }
            if (found == Signed::bad) {
                report_.differ(
                    fmt::format("the cosignature of {} of the checkpoint of {} events "
                                "is wrong",
                                signature.name, record.head.size));
            }
            report_.cosigned += found == Signed::good ? 1 : 0;
            report_.cosigned_by_others += found == Signed::absent ? 1 : 0;
            if (found == Signed::good) {
                report_.cosigned_up_to = std::max(report_.cosigned_up_to, record.head.size);
            }
        }
    }

    Result<void> check_stamp(const CheckpointRecord& record, Note note) {
        note.signatures.resize(1);
        const Result<TimeStamp> stamp =
            check_timestamp(record.text, sha256(note_text(note)), request_.authorities);
        if (!stamp && stamp.error().code == Code::invalid) {
            return stamp.error();
        }
        if (!stamp) {
            report_.differ(fmt::format("the time stamp of the checkpoint of {} events: {}",
                                       record.head.size, stamp.error().message));
            return {};
        }
        ++report_.stamped;
        untrusted_ = untrusted_ || !stamp->trusted;
        if (record.head.size >= report_.stamped_up_to) {
            report_.stamped_up_to = record.head.size;
            report_.stamped_at_ms = stamp->seconds * 1'000;
            report_.authority = stamp->authority;
        }
        return {};
    }

    const VerifyRequest& request_;
    VerifyReport& report_;
    std::vector<NoteKey> keys_;
    std::deque<CheckpointRecord> notes_;
    bool untrusted_ = false;
};

}  // namespace

Result<void> check_countersigned(const CheckpointFile& checkpoints, const VerifyRequest& request,
                                 VerifyReport& report) {
    Countersigned countersigned(request, report);
    for (std::uint64_t at = 0;;) {
        const Result<std::optional<CheckpointRecord>> record = checkpoints.next(at);
        if (!record || !*record) {
            break;  // A damaged record is reported where checkpoints are checked.
        }
        TRY(countersigned.take(**record));
    }
    countersigned.finish();
    return {};
}

}  // namespace hence
