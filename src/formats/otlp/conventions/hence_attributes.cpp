// Reads each `hence.*` attribute into the part of the event that it states, and then settles what
// depends on several of them: the outcome and the rationale.
#include "formats/otlp/conventions/hence_attributes.h"

#include <algorithm>
#include <iterator>

#include "formats/otlp/conventions/hence_fields.h"
#include "model/event_rules.h"
#include "model/json/json_number.h"

namespace hence {
namespace {

constexpr std::string_view prefix = "hence.";
constexpr std::string_view rationale_prefix = "rationale.";
constexpr std::string_view field_prefix = "field.";

// A text of at most so many bytes; empty otherwise.
std::string name_from(Json value, std::size_t size_max) {
    std::string text = spelled(value);
    return text.size() <= size_max ? text : std::string();
}

bool set_name(std::string& name, Json value, std::size_t size_max) {
    std::string text = name_from(value, size_max);
    if (text.empty() || !name.empty()) {
        return false;
    }
    name = std::move(text);
    return true;
}

// Which part of a rationale a name is: empty for the whole, nothing if it is none.
std::optional<std::string_view> rationale_part(std::string_view name) {
    constexpr std::string_view of_decision = "decision.";
    constexpr std::string_view short_names[] = {"why", "refs", "confidence"};
    if (name.starts_with(of_decision)) {
        name.remove_prefix(of_decision.size());
    }
    if (name.starts_with(rationale_prefix)) {
        return name.substr(rationale_prefix.size());
    }
    if (std::ranges::find(short_names, name) != std::end(short_names)) {
        return name;
    }
    return name == "rationale" ? std::optional(std::string_view()) : std::nullopt;
}

}  // namespace

HenceAttributes::HenceAttributes(const Attributes& attributes, std::string_view trace_id)
    : holder_(Holder::span), trace_id_(trace_id) {
    for (const Attribute& each : attributes.under(prefix)) {
        read(each.key, each.value);
    }
    if (!taken_.empty() || !rationale_keys_.empty()) {
        settle_outcome();
        settle_rationale();
    }
}

HenceAttributes::HenceAttributes(const Attributes& attributes, std::string_view trace_id,
                                 StatedRecord record)
    : holder_(Holder::record),
      trace_id_(trace_id),
      named_(record.named),
      on_(std::move(record.on)) {
    for (const Attribute& each : named_.empty() ? attributes.under(prefix) : attributes.all()) {
        read(each.key, each.value);
    }
    settle_outcome();
    settle_rationale();
}

void HenceAttributes::read(std::string_view key, Json value) {
    const bool prefixed = key.starts_with(prefix);
    const std::string_view name = prefixed ? key.substr(prefix.size()) : key;
    const bool taken = prefixed
                           ? read_name(name, value) || read_link(name, value) ||
                                 read_field(key, name, value) || read_rationale(key, name, value)
                           : read_bare(key, value);
    if (taken) {
        taken_.push_back(key);
    }
}

bool HenceAttributes::read_name(std::string_view name, Json value) {
    if (name == "kind") {
        const std::string kind = spelled(value);
        return is_kind(kind) && kind_.empty() && set_name(kind_, value, name_size_max);
    }
    if (name == "id") {
        // On a span it is kept besides, for there it may come to nothing: see add_beside.
        return set_name(id_, value, id_size_max) && holder_ == Holder::record;
    }
    std::string* target = name == "session"       ? &session_
                          : name == "run"         ? &run_
                          : name == "agent"       ? &agent_
                          : name == "correlation" ? &correlation_
                                                  : nullptr;
    return target != nullptr && set_name(*target, value, name_size_max);
}

bool HenceAttributes::read_link(std::string_view name, Json value) {
    if (name == "parent") {
        const std::string parent = event_id_meant(spelled(value), trace_id_);
        parent_ = parent.size() <= id_size_max ? parent : std::string();
        return !parent_.empty();
    }
    if (name == "iteration") {
        const std::optional<std::int64_t> number = integer_value(number_from(value).raw());
        iteration_ = number && *number >= -1 ? number : std::nullopt;
        return iteration_.has_value();
    }
    if (name != "causes") {
        return false;
    }
    const std::string texts = texts_json(value);
    bool all = !texts.empty();
    Json(texts).each_element([&](Json each) {
        const std::string cause = event_id_meant(each.string().value_or(""), trace_id_);
        all = all && cause.size() <= id_size_max;
        if (cause.size() <= id_size_max) {
            causes_.push_back(cause);
        }
        return true;
    });
    return all;
}

// Whether the parts come to a rationale is known at the end: until then their keys are set aside.
bool HenceAttributes::read_rationale(std::string_view key, std::string_view name, Json value) {
    const std::optional<std::string_view> part = rationale_part(name);
    if (part && parts_.read(*part, value)) {
        rationale_keys_.push_back(key);
    }
    return false;
}

bool HenceAttributes::read_field(std::string_view key, std::string_view name, Json value) {
    if (name.starts_with(field_prefix) && name.size() > field_prefix.size()) {
        fields_.emplace_back(name.substr(field_prefix.size()), value.raw());
        return value.present();
    }
    const std::size_t dot = name.find('.');
    if (dot != std::string_view::npos) {
        const bool alternatives = name == "decision.alternatives";
        return (alternatives && read_alternatives(key, value)) ||
               read_field_of(name.substr(0, dot), name.substr(dot + 1), value);
    }
    const KnownField* field = find_main_field(name);
    return field != nullptr && read_field_of(name, field->name, value);
}

bool HenceAttributes::read_field_of(std::string_view kind, std::string_view name, Json value) {
    const KnownField* field = find_known_field(kind, name);
    if (field == nullptr) {
        return false;
    }
    std::string json = field_json(*field, value, trace_id_);
    return !json.empty() && add(kind, field->name, std::move(json));
}

// Alternatives of a decision that say why they were rejected: their options are the decision's, and
// all of it is the rationale's, if there is one.
bool HenceAttributes::read_alternatives(std::string_view key, Json value) {
    std::string options = stated_options(value);
    if (options.empty() || !add("decision", "alternatives", std::move(options))) {
        return false;
    }
    parts_.offer_alternatives(stated_alternatives(value).json);
    rationale_keys_.push_back(key);
    return false;
}

// An attribute without prefix, on a span event or record that is named after its kind.
bool HenceAttributes::read_bare(std::string_view key, Json value) {
    if (named_ == "decision" && key == "alternatives" && !stated_options(value).empty()) {
        return read_alternatives(key, value);
    }
    if (read_field_of(named_, key, value)) {
        return true;
    }
    if (rationale_part(key)) {
        return read_rationale(key, key, value);
    }
    if (key != "kind" && (read_name(key, value) || read_link(key, value))) {
        return true;
    }
    // For a kind that Hence does not know, every plain name is a field.
    const bool own = !is_known_kind(named_) && key.find('.') == std::string_view::npos;
    if (own && value.present()) {
        group_for_adding(named_).fields.emplace_back(key, value.raw());
    }
    return own && value.present();
}

HenceAttributes::Group& HenceAttributes::group_for_adding(std::string_view kind) {
    const auto found = std::ranges::find(groups_, kind, &Group::kind);
    return found == groups_.end() ? groups_.emplace_back(Group{std::string(kind)}) : *found;
}

bool HenceAttributes::add(std::string_view kind, std::string_view name, std::string json) {
    Group& to = group_for_adding(kind);
    if (std::ranges::find(to.fields, name, &Member::first) != to.fields.end()) {
        return false;
    }
    to.fields.emplace_back(name, std::move(json));
    return true;
}

// An outcome must say of what. On a record that is, by default, the span it is on; a span's own
// outcome is of the span (see add_beside), unless the span itself is said to be one.
void HenceAttributes::settle_outcome() {
    const bool is_one = kind_ == "outcome" || named_ == "outcome";
    const Group* outcome = group("outcome");
    const auto has_of = [](const Group& each) {
        return std::ranges::find(each.fields, "of", &Member::first) != each.fields.end();
    };
    if ((!is_one && outcome == nullptr) || (outcome != nullptr && has_of(*outcome)) ||
        (holder_ == Holder::span && !is_one)) {
        return;
    }
    if (holder_ == Holder::record && !on_.empty()) {
        std::string token;
        append_token(token, on_);
        add("outcome", "of", std::move(token));
        return;
    }
    // An outcome of nothing is no outcome: its attributes stay as they were sent.
    std::erase_if(groups_, [](const Group& each) { return each.kind == "outcome"; });
    kind_ = kind_ == "outcome" ? "" : kind_;
    named_ = named_ == "outcome" ? "" : named_;
    taken_.clear();
}

void HenceAttributes::settle_rationale() {
    std::string_view reason;
    if (const Group* decision = group("decision")) {
        const auto found = std::ranges::find(decision->fields, "reasoning", &Member::first);
        reason = found == decision->fields.end() ? std::string_view() : found->second;
    }
    rationale_ = parts_.json(reason);
    reasoned_ = !rationale_.empty() && parts_.json({}).empty();
    if (!rationale_.empty()) {
        std::ranges::copy(rationale_keys_, std::back_inserter(taken_));
    }
    std::ranges::sort(taken_);
}

const HenceAttributes::Group* HenceAttributes::group(std::string_view kind) const {
    const auto found = std::ranges::find(groups_, kind, &Group::kind);
    return found == groups_.end() ? nullptr : &*found;
}

bool HenceAttributes::took(std::string_view key) const {
    return std::ranges::binary_search(taken_, key);
}

}  // namespace hence
