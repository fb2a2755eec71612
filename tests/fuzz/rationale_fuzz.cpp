// Any bytes as what a model wrote: never a crash; what is found obeys our rules, and what is left
// holds nothing more to find.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "model/event_rules.h"
#include "model/rationale/rationale.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const auto& [call, rationale] : hence::rationales_in(text).by_call) {
        if (!hence::check_rationale(rationale) || call > 2'000'000'000) {
            std::abort();
        }
    }
    const std::string once = hence::without_rationale_blocks(text);
    if (hence::without_rationale_blocks(once) != once) {
        std::abort();
    }
    if (hence::stated_assumptions(text).size() > hence::assumptions_max) {
        std::abort();
    }
    const hence::Result<std::string> json = hence::minify(text, hence::model_json_depth_max);
    if (json && hence::rationale_errors(hence::Json(*json)).empty() &&
        !hence::check_rationale(hence::lenient_rationale(hence::Json(*json)).json)) {
        std::abort();
    }
    if (json) {
        hence::plan_errors(hence::Json(*json));
    }
    return 0;
}
