#include "server/mcp/once.h"

#include <fmt/format.h>

#include "base/try.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "model/text.h"
#include "views/cause/outcome_of.h"

namespace hence {

Result<Receipt> OnceStore::append(const Batch& batch, const Check& check) {
    return store_.append(batch, [&](const Store& inside) -> Result<void> {
        for (const Incoming& each : batch.events) {
            if (each.event.kind() != Kind::outcome) {
                continue;
            }
            const std::string of = text_field(each.event, "of");
            const std::optional<Event> first = TRY(outcome_of(inside, of));
            if (first) {
                return Error{Code::conflict,
                             fmt::format("{} has an outcome already, {}: {}", printable(of),
                                         printable(first->id()), hence::summary(*first)),
                             "an outcome is recorded once, and the first one stands"};
            }
        }
        return check ? check(inside) : Result<void>();
    });
}

}  // namespace hence
