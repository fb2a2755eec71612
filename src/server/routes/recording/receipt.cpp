#include "server/routes/recording/receipt.h"

namespace hence {

Response receipt(const Account& account, const Request& request) {
    Response response;
    if (request.form() == Form::text) {
        response = text_response(account.to_text());
    } else {
        account.append_json(response.body, request.flag("detail"));
    }
    if (account.quarantined > 0) {
        response.status = 207;
        response.exit_status = 1;
    }
    return response;
}

}  // namespace hence
