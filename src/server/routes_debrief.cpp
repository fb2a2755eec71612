#include "server/routes.h"

namespace hence {

RouteTable debrief_routes() {
    return {};
}

}  // namespace hence
