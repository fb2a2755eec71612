// The door for OpenTelemetry. A request is read and translated in one pass, settled as a whole, and
// then appended in batches; what is answered stands only when the last of them is durable. Should
// one fail, the sender tries again, and what was stored by then counts as duplicate.
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "formats/otlp/translate/translation.h"
#include "intake/once/arrival.h"
#include "intake/once/settle.h"
#include "model/json/json.h"
#include "model/text.h"
#include "server/otlp/otlp.h"

namespace hence {
namespace {

constexpr std::size_t batch_events_max = 512;
constexpr std::size_t batch_bytes_max = 4 << 20;
// Beyond this, what has been read of a request is stored before the rest is looked at.
constexpr std::size_t piece_bytes_max = 32 << 20;
constexpr std::size_t item_bytes = 512;  // What even an empty span takes while it is held.
// How deep JSON may nest before the request as a whole is refused. A single value that is too deep
// is refused with its span, far below this.
constexpr std::size_t json_depth_max = 1'000;

constexpr std::size_t reasons_max = 3;
constexpr std::size_t reason_characters_max = 300;

// What was not taken, and why: all of it is counted, and the first reasons are told.
class Refusals {
public:
    void add(std::uint64_t number, const std::string& reason) {
        if (numbers_.insert(number).second) {
            tell(number, reason);
        }
    }
    // No number that was added before will be added again.
    void begin_piece() {
        rejected_ += numbers_.size();
        numbers_.clear();
    }
    // Something beside a span or record that is itself stored.
    void warn(std::uint64_t number, const std::string& reason) { tell(number, reason); }

    OtlpReceipt receipt(std::string_view what) const {
        OtlpReceipt receipt;
        receipt.rejected = rejected_ + numbers_.size();
        if (reasons_.empty()) {
            return receipt;
        }
        receipt.message = receipt.rejected == 0
                              ? fmt::format("not everything in these {}s was kept: ", what)
                              : fmt::format("{} {}{} not taken: ", receipt.rejected, what,
                                            receipt.rejected == 1 ? " was" : "s were");
        receipt.message += fmt::format("{}", fmt::join(reasons_, "; "));
        if (told_ > reasons_.size()) {
            receipt.message += fmt::format("; and {} more", told_ - reasons_.size());
        }
        return receipt;
    }

private:
    void tell(std::uint64_t number, const std::string& reason) {
        ++told_;
        if (reasons_.size() < reasons_max) {
            reasons_.push_back(
                fmt::format("number {}: {}", number, first_line(reason, reason_characters_max)));
        }
    }

    std::uint64_t rejected_ = 0;  // In earlier pieces.
    std::set<std::uint64_t> numbers_;
    std::vector<std::string> reasons_;
    std::size_t told_ = 0;
};

// Makes events of what was settled, and appends them in batches, in order.
class Appender {
public:
    Appender(Store& store, Refusals& refusals) : store_(store), refusals_(refusals) {
        batch_.source = otlp_format;
    }

    Result<void> refuse(Refused refused) {
        refusals_.add(refused.line, refused.reason);
        return add_refused(std::move(refused));
    }

    Result<void> add(Arrival arrival) {
        if (arrival.dropped) {
            return {};
        }
        Result<Event> main = std::move(arrival.told.main).finish(otlp_format);
        if (!main) {
            return refuse({std::string(otlp_format), arrival.number, main.error().message,
                           std::string(arrival.bytes)});
        }
        TRY(add_event(std::move(main).take(), arrival.number));
        for (EventDraft& draft : arrival.told.more) {
            TRY(add_beside(std::move(draft), arrival));
        }
        for (EventDraft& draft : arrival.told.if_absent) {
            TRY(add_beside(std::move(draft), arrival));
        }
        return {};
    }

    Result<void> flush() {
        if (batch_.events.empty() && batch_.refused.empty()) {
            return {};
        }
        const Receipt receipt = TRY(store_.append(batch_));
        for (const Rejection& rejection : receipt.rejections) {
            const Incoming& incoming = batch_.events[rejection.index];
            refusals_.add(incoming.line,
                          rejection.reason + ": it is not what is stored as " + rejection.stands);
        }
        batch_.events.clear();
        batch_.refused.clear();
        bytes_ = 0;
        return {};
    }

private:
    Result<void> add_beside(EventDraft draft, const Arrival& arrival) {
        Result<Event> event = std::move(draft).finish(otlp_format);
        if (!event) {
            refusals_.warn(arrival.number, event.error().message);
            return add_refused({std::string(otlp_format), arrival.number, event.error().message,
                                std::string(arrival.bytes)});
        }
        return add_event(std::move(event).take(), arrival.number);
    }

    Result<void> add_event(Event event, std::uint64_t number) {
        bytes_ += event.fields().size();
        batch_.events.push_back({std::move(event), number});
        return flush_if_full();
    }

    Result<void> add_refused(Refused refused) {
        bytes_ += refused.bytes.size();
        batch_.refused.push_back(std::move(refused));
        return flush_if_full();
    }

    Result<void> flush_if_full() {
        const bool full = batch_.events.size() + batch_.refused.size() >= batch_events_max ||
                          bytes_ >= batch_bytes_max;
        return full ? flush() : Result<void>();
    }

    Store& store_;
    Refusals& refusals_;
    Batch batch_;
    std::size_t bytes_ = 0;
};

// Reads one request. What it holds is settled and appended as a whole, unless it is very large.
class Intake {
public:
    Intake(Store& store, OtlpSignal signal)
        : store_(store), signal_(signal), appender_(store, refusals_) {}

    Result<OtlpReceipt> take(OtlpEncoding encoding, std::string_view body) {
        const TelemetrySink sink{
            .span = [this](const Span& span) { take_one(span); },
            .log = [this](const LogRecord& record) { take_one(record); },
            .refused = [this](std::uint64_t, const Error& error,
                              std::string_view bytes) { refuse(++number_, error, bytes); }};
        const bool traces = signal_ == OtlpSignal::traces;
        if (encoding == OtlpEncoding::json) {
            TRY(traces ? read_traces_json(Json(body), sink) : read_logs_json(Json(body), sink));
        } else {
            TRY(traces ? read_traces_protobuf(body, sink) : read_logs_protobuf(body, sink));
        }
        store_piece();
        if (failure_) {
            return *failure_;
        }
        return refusals_.receipt(traces ? "span" : "log record");
    }

private:
    template <class Telemetry>
    void take_one(const Telemetry& telemetry) {
        ++number_;
        Result<Translation> told = failure_ ? Result<Translation>(*failure_) : translate(telemetry);
        if (!told) {
            refuse(number_, told.error(), telemetry.bytes);
            return;
        }
        arrivals_.push_back({.told = std::move(told).take(),
                             .number = number_,
                             .bytes = telemetry.bytes,
                             .record = signal_ == OtlpSignal::logs});
        grow(telemetry.bytes.size() + size_of(*telemetry.origin));
    }

    void refuse(std::uint64_t number, const Error& error, std::string_view bytes) {
        if (!failure_) {
            refused_.push_back(
                {std::string(otlp_format), number, error.message, std::string(bytes)});
            grow(bytes.size());
        }
    }

    // Every event repeats where it came from.
    static std::size_t size_of(const Origin& origin) {
        std::size_t bytes = 0;
        for (const Attribute& attribute : origin.resource.all()) {
            bytes += attribute.key.size() + attribute.value.raw().size();
        }
        return bytes;
    }

    void grow(std::size_t bytes) {
        bytes_ += bytes + item_bytes;
        if (bytes_ >= piece_bytes_max) {
            store_piece();
        }
    }

    void store_piece() {
        const Result<void> stored = failure_ ? Result<void>() : settle_and_append();
        if (!stored) {
            failure_ = stored.error();
        }
        arrivals_.clear();
        refused_.clear();
        refusals_.begin_piece();
        bytes_ = 0;
    }

    Result<void> settle_and_append() {
        TRY(settle(store_, arrivals_));
        auto refused = refused_.begin();
        for (Arrival& arrival : arrivals_) {
            for (; refused != refused_.end() && refused->line < arrival.number; ++refused) {
                TRY(appender_.refuse(std::move(*refused)));
            }
            TRY(appender_.add(std::exchange(arrival, {})));
        }
        for (; refused != refused_.end(); ++refused) {
            TRY(appender_.refuse(std::move(*refused)));
        }
        return appender_.flush();
    }

    Store& store_;
    OtlpSignal signal_;
    Refusals refusals_;
    Appender appender_;
    std::vector<Arrival> arrivals_;
    std::vector<Refused> refused_;
    std::size_t bytes_ = 0;
    std::uint64_t number_ = 0;
    std::optional<Error> failure_;  // Of the store. After it, nothing is taken.
};

Result<OtlpReceipt> count_metrics(OtlpEncoding encoding, std::string_view body) {
    OtlpReceipt receipt;
    if (encoding == OtlpEncoding::json) {
        receipt.rejected = count_points_json(Json(body));
    } else {
        receipt.rejected = TRY(count_points_protobuf(body));
    }
    if (receipt.rejected > 0) {
        receipt.message = "metrics are not kept here: traces and logs are";
    }
    return receipt;
}

}  // namespace

Result<OtlpReceipt> take_otlp(const App& app, OtlpSignal signal, OtlpEncoding encoding,
                              std::string_view body) {
    if (body.empty()) {
        return OtlpReceipt();
    }
    std::string document;  // What is read lies in it.
    if (encoding == OtlpEncoding::json) {
        document = TRY(minify(body, json_depth_max));
        body = document;
    }
    return signal == OtlpSignal::metrics ? count_metrics(encoding, body)
                                         : Intake(app.store, signal).take(encoding, body);
}

}  // namespace hence
