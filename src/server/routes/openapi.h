// What can be asked of a server, as an OpenAPI document: derived from the rows of the routes, so
// that a route cannot be there without its description, nor a description without its route.
//
// Each row of routes() carries its texts (RouteText), in a short notation that SchemaText in
// router.h explains. A document that somebody writes by hand beside the routes drifts away from
// them. The document is made once, when it is first asked for, and only described rows are in it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "server/router/router.h"

namespace hence {

// The document, OpenAPI 3.1 in JSON. Every described row of routes() is in it, with its scope.
const std::string& openapi_document();

// The shapes that several answers share.
std::span<const SchemaText> shared_schemas();
// These, and those that stand beside the routes.
std::vector<SchemaText> all_schemas();

}  // namespace hence
