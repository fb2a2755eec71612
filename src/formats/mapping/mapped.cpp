// Reads the records of a text as a mapping says.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "formats/common/conversation.h"
#include "formats/common/records.h"
#include "formats/mapping/mapping.h"
#include "model/text.h"

namespace hence {
namespace {

// The field that holds the text of an event of that kind.
struct TextPlace {
    std::string_view kind;
    std::string_view field;
};
constexpr std::array text_places = {
    TextPlace{"session_start", "goal"},  TextPlace{"session_end", "output"},
    TextPlace{"llm_call", "completion"}, TextPlace{"log", "body"},
    TextPlace{"error", "error"},         TextPlace{"message", "payload"},
    TextPlace{"observation", "content"}, TextPlace{"decision", "description"},
    TextPlace{"termination", "reason"},  TextPlace{"delegation", "task"},
    TextPlace{"tool_call", "output"},    TextPlace{"assumption", "assumption"},
    TextPlace{"outcome", "outcome"},
};

std::string_view text_place(std::string_view kind) {
    const auto found = std::ranges::find(text_places, kind, &TextPlace::kind);
    return found == text_places.end() ? "text" : found->field;
}

// A text, or the spelling of a number or a truth value.
std::string spelled(Json value) {
    return value.is_string()                       ? value.string().value_or("")
           : value.is_object() || value.is_array() ? std::string()
                                                   : std::string(value.raw());
}

double ms_per(TimeUnit unit) {
    switch (unit) {
        case TimeUnit::s: return 1'000;
        case TimeUnit::us: return 1e-3;
        case TimeUnit::ns: return 1e-6;
        case TimeUnit::rfc3339:
        case TimeUnit::ms: return 1;
    }
    return 1;
}

std::string scaled(Json value, TimeUnit unit) {
    const std::optional<double> number = number_from(value).number();
    std::string ms;
    if (number && std::isfinite(*number * ms_per(unit))) {
        append_number(ms, *number * ms_per(unit));
    }
    return ms;
}

class MappedReader final : public RecordReader {
public:
    MappedReader(const ReadOptions& options, std::shared_ptr<const Mapping> mapping,
                 std::string place)
        : RecordReader(options),
          mapping_(std::move(mapping)),
          place_(std::move(place)),
          arrival_(options.arrival) {}

    std::vector<std::string> copies() override { return std::exchange(copies_, {}); }

protected:
    Result<void> read(const Record& record, Batch& batch) override {
        if (mapping_->records.empty()) {
            return read_record(record, record.json, batch);
        }
        const Json list = mapped_value({.from = {mapping_->records}}, record.json);
        if (!list.is_array()) {
            return Error{Code::invalid,
                         fmt::format("the mapping's \"records\" ({}) is no list here",
                                     fmt::join(mapping_->records, "."))};
        }
        read_each(list, batch,
                  [&](const Record& one) { return read_record(one, record.json, batch); });
        return {};
    }

private:
    Result<void> read_record(const Record& record, Json document, Batch& batch) {
        EventDraft draft;
        Foreign rest(record.json);
        TRY(put_kind(record.json, rest, draft));
        TRY(put_time(record, rest, draft));
        for (const Mapping::Entry& entry : mapping_->keys) {
            put_key(entry, value_of(entry.value, record.json, document, rest), draft);
        }
        if (const Json lasted = value_of(mapping_->duration, record.json, document, rest);
            lasted.present()) {
            draft.duration = scaled(lasted, mapping_->duration_unit);
        }
        for (const Mapping::Entry& entry : mapping_->fields) {
            const std::string_view name =
                entry.name == "text" ? text_place(draft.kind) : std::string_view(entry.name);
            const Json value = value_of(entry.value, record.json, document, rest);
            const bool number = name.ends_with("_tokens") || name == "cost_usd";
            draft.fields.unpacked(name, number ? number_from(value) : value, JsonText::compact);
        }
        rest.leave(draft.fields, mapped_format);
        if (draft.id.empty()) {
            const bool posted = arrival_ && !mapping_->has_time();
            draft.id =
                derived_id(posted ? time_of_index(record.line) : draft.time,
                           {mapped_format, place_, std::to_string(record.line), record.json.raw()});
        }
        // Posted again, it has another time of arrival.
        if (arrival_ && !arrival_->key.empty() && !mapping_->has_time()) {
            copies_.push_back(draft.id);
        }
        Event event = TRY(std::move(draft).finish(mapped_format));
        add(std::move(event), record, batch);
        return {};
    }

    // A member that is taken whole does not stand in `fields` again. What a record of a list does
    // not say, its document may.
    Json value_of(const MappedValue& value, Json record, Json document, Foreign& rest) const {
        for (const MappedPath& path : value.from) {
            const MappedValue one{.from = {path}};
            if (const Json found = mapped_value(one, record); found.present()) {
                if (path.size() == 1) {
                    rest.take(path.front());
                }
                return found;
            }
            if (const Json found = mapped_value(one, document); found.present()) {
                return found;
            }
        }
        return Json(value.constant);
    }

    Result<void> put_kind(Json record, Foreign& rest, EventDraft& draft) const {
        const std::string word = spelled(value_of(mapping_->kind, record, {}, rest));
        const auto listed = std::ranges::find(mapping_->kinds, word, &Mapping::Word::theirs);
        if (listed != mapping_->kinds.end()) {
            draft.kind = listed->ours;
        } else if (!mapping_->kind_else.empty()) {
            draft.kind = mapping_->kind_else;
            draft.fields.text("kind", word);
        } else if (mapping_->kinds.empty()) {
            draft.kind = kind_from(word);
        }
        if (draft.kind.empty()) {
            return Error{
                Code::invalid,
                fmt::format("the mapping gives no kind for {}: add it to \"values\", or an "
                            "\"else\"",
                            hence::quoted(word))};
        }
        return {};
    }

    Result<void> put_time(const Record& record, Foreign& rest, EventDraft& draft) const {
        if (!mapping_->has_time() && arrival_) {
            draft.time = to_string(arrival_->time);
            return {};
        }
        if (!mapping_->has_time()) {
            draft.time = time_of_index(record.line);
            draft.flags.push_back(Flag::time_derived);
            return {};
        }
        const Json value = value_of(mapping_->time, record.json, {}, rest);
        const std::string ms = scaled(value, mapping_->time_unit);
        const std::optional<std::string> time =
            mapping_->time_unit == TimeUnit::rfc3339 ? time_from(value) : time_from_ms(Json(ms));
        if (!time) {
            return Error{Code::invalid, value.present()
                                            ? fmt::format("{} is no time of the mapping's unit",
                                                          value.raw().substr(0, 64))
                                            : "the record has no time where the mapping says"};
        }
        draft.time = *time;
        return {};
    }

    static void put_key(const Mapping::Entry& entry, Json value, EventDraft& draft) {
        const std::string text = spelled(value);
        if (entry.name == "iteration") {
            if (const std::optional<double> number = number_from(value).number();
                number && std::abs(*number) < 1e15) {
                draft.iteration = static_cast<std::int64_t>(*number);
            }
            return;
        }
        std::string& key = entry.name == "id"        ? draft.id
                           : entry.name == "session" ? draft.session
                           : entry.name == "run"     ? draft.run
                           : entry.name == "agent"   ? draft.agent
                           : entry.name == "parent"  ? draft.parent
                                                     : draft.correlation;
        key = text;
    }

    std::shared_ptr<const Mapping> mapping_;
    std::string place_;
    std::optional<ReadOptions::Arrival> arrival_;
    std::vector<std::string> copies_;  // Of a post with a key, what has no time.
};

}  // namespace

std::unique_ptr<Reader> read_mapped(const ReadOptions& options,
                                    std::shared_ptr<const Mapping> mapping, std::string place) {
    return std::make_unique<MappedReader>(options, std::move(mapping), std::move(place));
}

}  // namespace hence
