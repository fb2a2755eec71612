#include "server/routes.h"

namespace hence {

RouteTable outcome_routes() {
    return {};
}

}  // namespace hence
