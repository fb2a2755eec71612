#include "server/router/erase_for.h"

#include "base/try.h"
#include "record/spool/spool.h"
#include "views/kept/kept_answers.h"

namespace hence {

Result<EraseAnswer> erase_for(const App& app, const EraseRequest& request) {
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
