#include "server/routes.h"

namespace hence {

RouteTable export_routes() {
    return {};
}

}  // namespace hence
