#include "server/router/erase_for.h"

#include "base/try.h"
#include "intake/redaction.h"
#include "model/redact/redactor.h"
#include "record/spool/spool.h"
#include "views/kept/kept_answers.h"

namespace hence {
namespace {

Result<void> redact_words(std::string& text, Redaction& redaction) {
    if (Redactor().redact(text) > 0) {
        const RedactKey key = TRY(redaction.key());
        close_marks(text, key);
    }
    return {};
}

// Whoever erases a secret is easily led to name it, and an erasure is never erased: so the reason
// is redacted like a transcript, and not like an event whose sender knows what is in it.
Result<void> redact_request(EraseRequest& request, Redaction* redaction) {
    Redaction forgotten;
    Redaction& used = redaction == nullptr ? forgotten : *redaction;
    if (!used.policy().foreign) {
        return {};
    }
    TRY(redact_words(request.reason, used));
    return redact_words(request.by, used);
}

}  // namespace

Result<EraseAnswer> erase_for(const App& app, const EraseRequest& asked) {
    EraseRequest request = asked;
    TRY(redact_request(request, app.redaction));
    if (app.spool != nullptr) {
        app.spool->catch_up();  // What waits there is in the log, and found, before it is erased.
    }
    Result<EraseAnswer> answer = erase(app.store, request);
    if (request.dry_run) {
        return answer;
    }
    if (app.kept != nullptr) {
        app.kept->forget();
    }
    if (app.spool != nullptr && answer) {
        TRY(app.spool->wipe_taken());
    }
    return answer;
}

}  // namespace hence
