// The calls that the answers of models ask for, and where a call meets its answer.
//
// A call is found by its id or its tool in the run that it is part of, or in the session that it
// states. Every call is looked up several times, so that places go by numbers and names by views.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/by_text.h"
#include "intake/once/settlement.h"

namespace hence {

// A call that the answer of a model asks for.
struct Asked {
    std::string call_id;
    std::string tool;
    std::size_t asker = no_telling;
    Json input = {};
    InputHashes inputs = {};
    std::string rationale = {};  // JSON, as the model stated it.
    bool taken = false;
};

// A call or a tool by its name, in one of the places where it may be met. A place goes by a number.
struct InPlace {
    std::size_t place;
    std::string_view name;

    friend bool operator==(const InPlace&, const InPlace&) = default;
};
struct InPlaceHash {
    std::size_t operator()(const InPlace& at) const { return TextHash()(at.name) + at.place; }
};
template <class T>
using ByPlace = std::unordered_map<InPlace, T, InPlaceHash>;

// The run of each telling, and the session that it states. All that is asked for in one of them is
// found there by a call from the same.
class CallPlaces {
public:
    explicit CallPlaces(const Settlement& settlement) : settlement_(settlement) {}

    // The numbers of the places of a telling. They live until the next call.
    std::span<const std::size_t> of(std::size_t telling) {
        const Telling& told = settlement_.at(telling);
        numbers_[0] = number(runs_, told.run());
        numbers_[1] = number(sessions_, told.session_now());
        return {numbers_.data(), told.session_now().empty() ? std::size_t{1} : numbers_.size()};
    }

private:
    std::size_t number(ByTextView<std::size_t>& places, std::string_view name) {
        const auto known = places.find(name);
        return known != places.end() ? known->second : places.emplace(name, count_++).first->second;
    }

    const Settlement& settlement_;
    ByTextView<std::size_t> runs_;
    ByTextView<std::size_t> sessions_;
    std::size_t count_ = 0;
    std::array<std::size_t, 2> numbers_ = {};
};

}  // namespace hence
