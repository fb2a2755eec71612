#include "intake/once/settlement.h"

#include <algorithm>
#include <utility>

#include "model/kinds.h"

namespace hence {

std::string json_text(std::string_view text) {
    std::string json;
    append_token(json, text);
    return json;
}

std::string json_list(const std::vector<std::string>& texts) {
    std::string json;
    for (const std::string& text : texts) {
        json += json.empty() ? '[' : ',';
        append_token(json, text);
    }
    return json.empty() ? "[]" : json + ']';
}

Json settled_field(const Telling& telling, std::string_view name) {
    if (telling.change.fields.empty()) {
        return telling.told.field(name);
    }
    const auto changed = telling.change.fields.find(std::string(name));
    return changed == telling.change.fields.end() ? telling.told.field(name)
                                                  : Json(changed->second);
}

bool in_one_place(const Telling& a, const Telling& b) {
    return a.run() == b.run() || (!a.session_now().empty() && a.session_now() == b.session_now());
}

void Settlement::reserve(std::size_t tellings) {
    tellings_.reserve(tellings);
    by_id_.reserve(tellings);
}

void Settlement::add(Telling telling) {
    if (by_id_.emplace(telling.event.id(), tellings_.size()).second) {
        tellings_.push_back(std::move(telling));
    }
}

void Settlement::connect() {
    if (parents_.size() == tellings_.size()) {
        return;
    }
    parents_.assign(tellings_.size(), no_telling);
    children_.assign(tellings_.size(), {});
    counts.resize(tellings_.size());
    askers.assign(tellings_.size(), no_telling);
    for (std::size_t i = 0; i < tellings_.size(); ++i) {
        counts[i] = i;
        const std::size_t parent = find(tellings_[i].event.parent());
        if (parent != no_telling && parent != i) {
            parents_[i] = parent;
            children_[parent].push_back(i);
        }
    }
}

void Settlement::connect_more() {
    const std::size_t before = parents_.size();
    for (std::size_t i = before; i < tellings_.size(); ++i) {
        const std::size_t parent = find(tellings_[i].event.parent());
        parents_.push_back(parent == i ? no_telling : parent);
        children_.emplace_back();
        counts.push_back(i);
        askers.push_back(no_telling);
    }
    for (std::size_t i = before; i < tellings_.size(); ++i) {
        if (parents_[i] != no_telling) {
            children_[parents_[i]].push_back(i);
        }
    }
}

std::size_t Settlement::find(std::string_view id) const {
    const auto at = by_id_.find(id);
    return at == by_id_.end() ? no_telling : at->second;
}

bool Settlement::is_within(std::size_t inner, std::size_t outer) const {
    std::size_t at = parents_[inner];
    for (std::size_t level = 0; level < levels_max && at != no_telling; ++level) {
        if (at == outer) {
            return true;
        }
        at = parents_[at];
    }
    return false;
}

void Settlement::make_plumbing(std::size_t index, std::size_t counted_by) {
    Telling& telling = tellings_[index];
    counts[index] = counted_by;
    if (telling.teller == Teller::messages) {
        telling.withdrawn = true;
        return;
    }
    telling.change.kind = "span";
    telling.change.fields[std::string(counted_by_field)] =
        json_text(tellings_[counted_by].event.id());
}

void Settlement::count_as_one(std::vector<std::size_t> tellings) {
    std::vector<std::string> others;
    for (const std::size_t index : tellings) {
        if (index == tellings.front()) {
            continue;
        }
        make_plumbing(index, tellings.front());
        if (tellings_[index].teller != Teller::messages) {
            others.emplace_back(tellings_[index].event.id());
        }
    }
    if (!others.empty()) {
        std::ranges::sort(others);
        tellings_[tellings.front()].change.fields[std::string(also_told_by_field)] =
            json_list(others);
    }
}

}  // namespace hence
