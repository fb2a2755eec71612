// Work that may end its process is done in a child.
#pragma once

#include <functional>
#include <string>

#include "hence/result.h"

namespace hence::rocks {

// What `work` returns, run in a forked child with its standard error closed off. Fails with corrupt
// when the child died of a signal, with io when it could not be started or did not end.
Result<std::string> in_child(const std::function<std::string()>& work);

}  // namespace hence::rocks
