#include "formats/inspect/eval.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "formats/common/foreign.h"

namespace hence {
namespace {

bool has(Json record, std::initializer_list<std::string_view> names) {
    return std::ranges::all_of(names,
                               [record](std::string_view name) { return record[name].present(); });
}

std::string text(Json record, std::string_view name) {
    return record[name].string().value_or("");
}

}  // namespace

bool is_inspect_log(Json record) {
    const Json eval = record["eval"];
    return record["version"].is_number() && eval.is_object() && has(eval, {"task", "model"}) &&
           has(eval, {"dataset"});
}

bool is_inspect_sample(Json record) {
    return has(record, {"id", "epoch", "input"}) && record["epoch"].is_number() &&
           !record["target"].raw().empty() &&
           (record["messages"].is_array() || record["events"].is_array() ||
            record["message_refs"].is_array());
}

InspectEval inspect_eval(Json log) {
    const Json spec = log["eval"];
    InspectEval eval;
    eval.id = text(spec, "eval_id");
    for (const std::string_view name : {"run_id", "task_id"}) {
        if (eval.id.empty()) {
            eval.id = text(spec, name);
            eval.id_derived = true;
        }
    }
    eval.task = text(spec, "task");
    eval.model = text(spec, "model");
    eval.created = time_from(spec["created"]).value_or("");
    return eval;
}

Result<Event> evaluation_event(Json log, const InspectEval& eval) {
    EventDraft draft;
    draft.kind = "evaluation";
    const std::optional<std::string> ended = time_from(log["stats"]["completed_at"]);
    draft.time = ended ? *ended : eval.created;
    if (draft.time.empty()) {
        draft.time = time_of_index(0);
        draft.flags.push_back(Flag::time_derived);
    }
    draft.agent = eval.task;
    Foreign rest(log);
    rest.take("samples");
    // An edited log is another statement, of the same evaluation.
    Fields told;
    rest.leave(told, inspect_name);
    const Result<std::string> all = std::move(told).take();
    draft.id = derived_id(draft.time, {inspect_name, "evaluation", eval.id,
                                       all ? std::string_view(*all) : std::string_view()});
    draft.fields.text("task", eval.task);
    draft.fields.text("model", eval.model);
    rest.leave(draft.fields, inspect_name);
    return std::move(draft).finish(inspect_name);
}

}  // namespace hence
