#include "server/routes.h"

namespace hence {

RouteTable context_routes() {
    return {};
}

}  // namespace hence
