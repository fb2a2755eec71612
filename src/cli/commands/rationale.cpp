// `hence rationale parse|validate|assumptions|prompt|schema`: rationales in what models write. It
// needs no store.
#include "model/rationale/rationale.h"

#include <memory>

#include "base/try.h"
#include "cli/commands/commands.h"
#include "model/json/writer.h"
#include "record/block_reader.h"

namespace hence {
namespace {

struct RationaleArguments {
    std::string file = "-";
    bool plan = false;
    bool retry = false;
};

Result<int> print(Context& context, std::string_view text, int status = 0) {
    TRY(context.out().write(text));
    TRY(context.out().finish());
    return status;
}

Result<int> parse(Context& context, const RationaleArguments& arguments) {
    const std::string text = TRY(read_whole(arguments.file));
    const RationalesOfCalls found = rationales_in(text);
    std::string out;
    JsonWriter json(out);
    json.begin_object().key("rationales").begin_object();
    for (const auto& [call, rationale] : found.by_call) {
        json.raw_member(std::to_string(call), rationale);
    }
    json.end_object().member("text", found.text).end_object().end_line();
    return print(context, out);
}

Result<int> validate(Context& context, const RationaleArguments& arguments) {
    const std::string text = TRY(read_whole(arguments.file));
    const Result<std::string> given = minify(text, model_json_depth_max);
    std::vector<std::string> errors;
    if (!given) {
        errors = {given.error().message};
    } else {
        errors = arguments.plan ? plan_errors(Json(*given)) : rationale_errors(Json(*given));
    }
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("valid", errors.empty()).list("errors", errors);
    json.end_object().end_line();
    return print(context, out, errors.empty() ? 0 : 1);
}

Result<int> assumptions(Context& context, const RationaleArguments& arguments) {
    const std::string text = TRY(read_whole(arguments.file));
    std::string out;
    JsonWriter json(out);
    json.begin_object().key("assumptions").begin_list();
    for (const StatedAssumption& stated : stated_assumptions(text)) {
        json.begin_object().member("assumption", stated.assumption).member("why", stated.why);
        json.end_object();
    }
    json.end_list().end_object().end_line();
    return print(context, out);
}

using Run = Result<int> (*)(Context&, const RationaleArguments&);

struct Part {
    const char* name;
    const char* description;
    const char* example;
    Run run;
};

Parser add_part(Parser& rationale, Command& command, const Part& part,
                const std::shared_ptr<RationaleArguments>& arguments) {
    Parser app = rationale.add_subcommand(part.name, part.description);
    app.footer(std::string("Example: ") + part.example);
    app.callback([&command, arguments, run = part.run] {
        command = [arguments, run](Context& context) { return run(context, *arguments); };
    });
    return app;
}

Parser add_reading_part(Parser& rationale, Command& command, const Part& part,
                        const std::shared_ptr<RationaleArguments>& arguments) {
    Parser app = add_part(rationale, command, part, arguments);
    app.add_option("FILE", arguments->file, "A file to read; - or none is standard input");
    return app;
}

}  // namespace

void add_rationale_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<RationaleArguments>();
    Parser rationale =
        app.add_subcommand("rationale", "Ask models for their reasons, and read what they give");
    rationale.require_subcommand(1, 1);
    rationale.footer("Example: hence rationale parse answer.txt");
    add_reading_part(rationale, command,
                     {"parse", "Find the rationale of each call in a model's text or tool calls",
                      "hence rationale parse answer.txt", parse},
                     arguments);
    add_reading_part(rationale, command,
                     {"validate", "Check a rationale strictly; exit 1 when it breaks a rule",
                      "echo '{\"why\":\"needs fresh data\"}' | hence rationale validate", validate},
                     arguments)
        .add_flag("--plan", arguments->plan, "Check that each tool call of a plan has one");
    add_reading_part(
        rationale, command,
        {"assumptions", "Find what a text says it assumes, three at most",
         "echo 'I assume USD because none is named.' | hence rationale assumptions", assumptions},
        arguments);
    add_part(rationale, command,
             {"prompt", "Print the instruction that asks a model for rationales",
              "hence rationale prompt --retry",
              [](Context& context, const RationaleArguments& asked) {
                  return print(context, asked.retry ? rationale_reminder() : rationale_prompt());
              }},
             arguments)
        .add_flag("--retry", arguments->retry, "The stronger reminder instead, for a second try");
    add_part(rationale, command,
             {"schema", "Print the JSON Schema of a rationale and of a plan's step",
              "hence rationale schema",
              [](Context& context, const RationaleArguments&) {
                  return print(context, rationale_schema());
              }},
             arguments);
}

}  // namespace hence
