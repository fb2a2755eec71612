// An OpenHands conversation is a stream of events, in one file or in one file each. There are two
// generations: V1 events say their `kind` and have ids of their own, V0 events are numbered and say
// their `action` or `observation`.
#include "formats/openhands/openhands.h"

#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "formats/common/records.h"
#include "formats/openhands/events.h"
#include "formats/openhands/talk.h"

namespace hence {
namespace {

class OpenHandsReader : public RecordReader {
public:
    explicit OpenHandsReader(const ReadOptions& options)
        : RecordReader(options), file_(HandsFile::of(options.source)) {}

    std::uint64_t finish(Batch& batch) override {
        const Result<void> closed = talk_ ? talk_->close() : Result<void>();
        take_told(batch);
        return closed ? 0 : 1;
    }

    std::vector<std::string> copies() override { return std::exchange(copies_, {}); }

protected:
    bool has_files() const override { return true; }
    Result<void> read(const Record& record, Batch& batch) override {
        HandsEvent event = TRY(HandsEvent::from(record.json, record.line, latest_time_));
        latest_time_ = event.when.time;
        if (!talk_) {
            begin(event);
        }
        Result<void> done = told_.read(event, *talk_);
        take_told(batch);
        return done;
    }

private:
    void take_told(Batch& batch) {
        for (HandsTold& told : talk_ ? talk_->take() : std::vector<HandsTold>()) {
            // The same conversation may be exported and stand in a directory, told in other parts.
            copies_.emplace_back(told.event.id());
            add(std::move(told.event), {Json(), told.line, {}}, batch);
        }
    }

    // Events do not say which conversation they are of. A directory does; else it is known by its
    // first event.
    void begin(const HandsEvent& first) {
        ConversationPlace place{.format = openhands_name, .agent = std::string(openhands_name)};
        place.session = file_ ? file_->conversation : first.id;
        place.run = place.session;
        place.session_derived = !place.session.empty();
        talk_.emplace(std::move(place),
                      file_ ? OpenHandsTalk::Extent::single : OpenHandsTalk::Extent::many);
        // Before the first thing that the user says there is little else.
        constexpr std::uint64_t opening = 2;
        told_ = HandsReading(file_ && file_->number > opening);
    }

    std::optional<HandsFile> file_;
    std::optional<OpenHandsTalk> talk_;
    HandsReading told_{false};
    std::string latest_time_;
    std::vector<std::string> copies_;
};

bool is_v1(Json record) {
    const std::string kind = record["kind"].string().value_or("");
    const std::string source = record["source"].string().value_or("");
    return record["id"].is_string() && record["timestamp"].is_string() && !kind.empty() &&
           is_upper(kind.front()) &&
           (source == "user" || source == "agent" || source == "environment" || source == "hook");
}

bool is_v0(Json record) {
    return record["id"].is_number() && record["timestamp"].is_string() &&
           record["source"].is_string() &&
           (record["action"].is_string() || record["observation"].is_string());
}

}  // namespace

bool is_openhands(const Beginning& beginning) {
    return is_v1(beginning.record()) || is_v0(beginning.record());
}

std::unique_ptr<Reader> read_openhands(const ReadOptions& options) {
    return std::make_unique<OpenHandsReader>(options);
}

}  // namespace hence
