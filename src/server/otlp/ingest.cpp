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
#include "intake/once/settle.h"
#include "intake/redaction.h"
#include "model/json/json.h"
#include "model/text.h"
#include "server/otlp/otlp.h"

namespace hence {
namespace {

constexpr std::size_t batch_events_max = 1024;
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

// Reads one request. What it holds is settled and appended as a whole, unless it is very large.
class Intake {
public:
    Intake(const App& app, OtlpSignal signal)
        : store_(app.store),
          signal_(signal),
          redaction_(app.redaction == nullptr ? &forgotten_ : app.redaction) {}

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
        add(std::move(told).take(), telemetry.bytes);
        grow(telemetry.bytes.size() + size_of(*telemetry.origin));
    }

    void add(Translation&& told, std::string_view bytes) {
        const Result<void> main = add_event(std::move(told.main));
        if (!main) {
            refuse(number_, main.error(), bytes);
            return;
        }
        for (std::vector<EventDraft>* const beside : {&told.more, &told.if_absent}) {
            for (EventDraft& draft : *beside) {
                const Result<void> added = add_event(std::move(draft));
                if (!added) {
                    refusals_.warn(number_, added.error().message);
                    keep_refused(number_, added.error(), bytes);
                }
            }
        }
    }

    Result<void> add_event(EventDraft&& draft) {
        const Event event = TRY(std::move(draft).finish(otlp_format));
        piece_.events.push_back({.event = event.with_flag(Flag::settled), .line = number_});
        return {};
    }

    void refuse(std::uint64_t number, const Error& error, std::string_view bytes) {
        if (!failure_) {
            refusals_.add(number, error.message);
            keep_refused(number, error, bytes);
            grow(bytes.size());
        }
    }

    void keep_refused(std::uint64_t number, const Error& error, std::string_view bytes) {
        piece_.refused.push_back(
            {std::string(otlp_format), number, error.message, std::string(bytes)});
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
        piece_ = {};
        refusals_.begin_piece();
        bytes_ = 0;
    }

    Result<void> settle_and_append() {
        if (redaction_->policy().foreign) {
            TRY(redact());
        }
        const SettlingLock lock(piece_);
        TRY(settle(store_, piece_));
        Batch batch;
        batch.source = otlp_format;
        batch.refused = std::move(piece_.refused);
        std::size_t bytes = 0;
        for (Incoming& incoming : piece_.events) {
            bytes += incoming.event.fields().size();
            batch.events.push_back(std::move(incoming));
            if (batch.events.size() >= batch_events_max || bytes >= batch_bytes_max) {
                TRY(append(batch));
                bytes = 0;
            }
        }
        return append(batch);
    }

    // Before anything is compared with what is stored: that was redacted, too.
    Result<void> redact() {
        piece_.source = otlp_format;
        const std::size_t refused = piece_.refused.size();
        TRY(redact_batch(piece_, redactor_, *redaction_));
        for (std::size_t i = refused; i < piece_.refused.size(); ++i) {
            refusals_.add(piece_.refused[i].line, piece_.refused[i].reason);
        }
        return {};
    }

    Result<void> append(Batch& batch) {
        if (batch.events.empty() && batch.refused.empty()) {
            return {};
        }
        const Receipt receipt = TRY(store_.append(batch));
        for (const Rejection& rejection : receipt.rejections) {
            refusals_.add(batch.events[rejection.index].line,
                          rejection.reason + ": it is not what is stored as " + rejection.stands);
        }
        batch.events.clear();
        batch.refused.clear();
        return {};
    }

    Store& store_;
    OtlpSignal signal_;
    Redaction forgotten_;  // Where nobody keeps a key.
    Redaction* redaction_;
    Redactor redactor_;
    Refusals refusals_;
    Batch piece_;
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
                                         : Intake(app, signal).take(encoding, body);
}

}  // namespace hence
