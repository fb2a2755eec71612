// The stored form of an event:
//
//     instant     varint zigzag(seconds), digits byte, varint of the fraction in units of the
//                 last digit
//     present     varint, a bit for each part below, lowest first
//     kind id agent session run parent correlation source     texts
//     causes      varint count, texts
//     iteration duration_ms     varint size, the number as given
//     flags       byte
//     rationale fields          varint size, pieces (text_pieces.h)
//
//     text        varint (size << 1 | escaped), bytes; escaped: the JSON token between its quotes
#include "store/format/event_codec.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/bytes.h"
#include "base/try.h"
#include "model/event_body.h"
#include "model/json/json.h"
#include "model/json/json_number.h"

namespace hence {
namespace {

enum Part : std::uint32_t {
    part_kind = 1U << 0,
    part_id = 1U << 1,
    part_agent = 1U << 2,
    part_session = 1U << 3,
    part_run = 1U << 4,
    part_parent = 1U << 5,
    part_correlation = 1U << 6,
    part_source = 1U << 7,
    part_causes = 1U << 8,
    part_iteration = 1U << 9,
    part_duration = 1U << 10,
    part_flags = 1U << 11,
    part_rationale = 1U << 12,
    part_fields = 1U << 13,
    part_redacted = 1U << 14,  // A flag: nothing follows.
    part_erased = 1U << 15,    // Likewise.
    part_end = 1U << 16,
};

constexpr std::array<std::uint32_t, 10> powers_of_ten{
    1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000, 1'000'000'000};
constexpr std::size_t event_size_max = std::size_t{16} << 20;

void put_spelled(std::string& out, std::string_view text, std::string_view raw) {
    if (raw.empty()) {
        put_varint(out, text.size() << 1);
        out.append(text);
    } else {
        const std::string_view inner = raw.substr(1, raw.size() - 2);
        put_varint(out, inner.size() << 1 | 1);
        out.append(inner);
    }
}

void put_sized_pieces(std::string& out, std::string_view json, Lists lists, TextWriter& texts) {
    std::string pieces;
    put_pieces(pieces, json, lists, texts);
    put_text(out, pieces);
}

std::uint32_t parts_of(const Event& event) {
    const EventBody& body = event.body();
    std::uint32_t parts = part_kind;
    const auto has = [&parts](Part part, bool there) { parts |= there ? part : 0U; };
    has(part_id, !body.id.text.empty());
    has(part_agent, !body.agent.text.empty());
    has(part_session, !body.session.text.empty());
    has(part_run, !body.run.text.empty());
    has(part_parent, !body.parent.text.empty());
    has(part_correlation, !body.correlation.text.empty());
    has(part_source, !event.source().empty());
    has(part_causes, !body.causes.empty());
    has(part_iteration, !body.iteration.empty());
    has(part_duration, !body.duration_ms.empty());
    has(part_flags, event.flags() != 0);
    has(part_rationale, !body.rationale.empty());
    has(part_fields, !body.fields.empty());
    has(part_redacted, body.redacted);
    has(part_erased, body.erased);
    return parts;
}

Error damaged() {
    return Error{Code::corrupt, "a stored event does not read as one"};
}

Time take_time(ByteReader& in, bool& good) {
    Time time;
    time.seconds = unzigzag(in.varint());
    time.digits = in.byte();
    const std::uint64_t fraction = in.varint();
    good = in.ok() && time.digits <= 9 && fraction < powers_of_ten[time.digits];
    if (good) {
        time.nanos = static_cast<std::uint32_t>(fraction) * powers_of_ten[9U - time.digits];
    }
    return time;
}

void skip_time(ByteReader& in) {
    in.varint();
    in.byte();
    in.varint();
}

// Whether one of the spelled texts, which stand in the order of their bits, is `text`.
bool has_text(std::string_view stored, Part wanted, std::string_view text) {
    ByteReader in(stored);
    skip_time(in);
    const std::uint64_t parts = in.varint();
    if ((parts & wanted) == 0) {
        return false;
    }
    for (std::uint64_t part = part_kind; part < wanted; part <<= 1) {
        if ((parts & part) != 0) {
            in.bytes(in.varint() >> 1);
        }
    }
    const std::uint64_t head = in.varint();
    const std::string_view bytes = in.bytes(head >> 1);
    return (head & 1) == 0 ? bytes == text : unescape("\"" + std::string(bytes) + "\"") == text;
}

// What an event that is not one plain run of bytes needs: unescaped texts and joined pieces. Views
// into it stay good because it is filled in full before it is shared, and never moved.
struct Extra {
    std::shared_ptr<const void> stored;
    std::vector<std::unique_ptr<std::string>> texts;

    std::string_view keep(std::string text) {
        texts.push_back(std::make_unique<std::string>(std::move(text)));
        return *texts.back();
    }
};

class Decoder {
public:
    // Without texts, what was given by hash reads as null.
    Decoder(std::string_view stored, const std::shared_ptr<const void>& owner, TextReader* texts)
        : in_(stored), owner_(owner), texts_(texts) {}

    Result<Event> decode() {
        auto body = std::make_shared<EventBody>();
        bool good = false;
        body->time = take_time(in_, good);
        parts_ = static_cast<std::uint32_t>(in_.varint());
        if (!good || !in_.ok() || parts_ >= part_end || (parts_ & part_kind) == 0) {
            return damaged();
        }
        Text source;
        body->kind = spelled().text;
        text(part_id, body->id);
        text(part_agent, body->agent);
        text(part_session, body->session);
        text(part_run, body->run);
        text(part_parent, body->parent);
        text(part_correlation, body->correlation);
        text(part_source, source);
        TRY(causes(*body));
        TRY(numbers(*body));
        const std::uint8_t flags = (parts_ & part_flags) != 0 ? in_.byte() : std::uint8_t{0};
        TRY(json(part_rationale, body->rationale));
        TRY(json(part_fields, body->fields));
        body->redacted = (parts_ & part_redacted) != 0;
        body->erased = (parts_ & part_erased) != 0;
        if (!in_.ok() || !in_.at_end()) {
            return damaged();
        }
        body->owner = extra_ == nullptr ? owner_ : std::shared_ptr<const void>(std::move(extra_));
        return Event(std::move(body), source.text, flags);
    }

private:
    Extra& extra() {
        if (extra_ == nullptr) {
            extra_ = std::make_shared<Extra>();
            extra_->stored = owner_;
        }
        return *extra_;
    }

    Text spelled() {
        const std::uint64_t head = in_.varint();
        const std::string_view bytes = in_.bytes(head >> 1);
        if ((head & 1) == 0) {
            return {bytes, {}};
        }
        const std::string_view raw = extra().keep("\"" + std::string(bytes) + "\"");
        return {extra().keep(unescape(raw)), raw};
    }

    void text(Part part, Text& text) {
        if ((parts_ & part) != 0) {
            text = spelled();
        }
    }

    Result<void> causes(EventBody& body) {
        if ((parts_ & part_causes) == 0) {
            return {};
        }
        const std::uint64_t count = in_.varint();
        if (count > in_.left()) {
            return damaged();
        }
        bool escaped = false;
        for (std::uint64_t i = 0; i < count; ++i) {
            const Text cause = spelled();
            body.causes.push_back(cause.text);
            body.causes_raw.push_back(cause.raw);
            escaped = escaped || !cause.raw.empty();
        }
        if (!escaped) {
            body.causes_raw.clear();
        }
        return {};
    }

    Result<void> numbers(EventBody& body) {
        if ((parts_ & part_iteration) != 0) {
            body.iteration = in_.text();
            body.iteration_value = whole_number(body.iteration);
            if (!body.iteration_value) {
                return damaged();
            }
        }
        if ((parts_ & part_duration) != 0) {
            body.duration_ms = in_.text();
            body.duration_value = Json(body.duration_ms).number();
            if (!body.duration_value) {
                return damaged();
            }
        }
        return {};
    }

    // 1.0 and 1e2 are integers too. Text that is no number must not reach integer_value.
    static std::optional<std::int64_t> whole_number(std::string_view text) {
        const char* const stop = text.data() + text.size();
        std::int64_t whole = 0;
        const auto [digits_end, overflow] = std::from_chars(text.data(), stop, whole);
        if (digits_end == stop) {
            return overflow == std::errc{} ? std::optional(whole) : integer_value(text);
        }
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), stop, value);
        if (error != std::errc{} || end != stop || !std::isfinite(value)) {
            return std::nullopt;
        }
        return integer_value(text);
    }

    Result<void> json(Part part, std::string_view& json) {
        if ((parts_ & part) == 0) {
            return {};
        }
        const std::string_view pieces = in_.text();
        json = sole_literal(pieces);
        if (!json.empty() || !in_.ok()) {
            return {};
        }
        std::string whole;
        TRY(texts_ == nullptr ? join_literals(whole, pieces)
                              : join_pieces(whole, pieces, event_size_max, *texts_));
        json = extra().keep(std::move(whole));
        return {};
    }

    ByteReader in_;
    const std::shared_ptr<const void>& owner_;
    TextReader* texts_;
    std::shared_ptr<Extra> extra_;
    std::uint32_t parts_ = 0;
};

}  // namespace

void encode_event(std::string& out, const Event& event, TextWriter& texts) {
    const EventBody& body = event.body();
    put_varint(out, zigzag(body.time.seconds));
    out.push_back(static_cast<char>(body.time.digits));
    put_varint(out, body.time.nanos / powers_of_ten[9U - body.time.digits]);
    const std::uint32_t parts = parts_of(event);
    put_varint(out, parts);
    put_spelled(out, body.kind, {});
    for (const auto& [part, text] :
         {std::pair{part_id, &body.id}, std::pair{part_agent, &body.agent},
          std::pair{part_session, &body.session}, std::pair{part_run, &body.run},
          std::pair{part_parent, &body.parent}, std::pair{part_correlation, &body.correlation}}) {
        if ((parts & part) != 0) {
            put_spelled(out, text->text, text->raw);
        }
    }
    if ((parts & part_source) != 0) {
        put_spelled(out, event.source(), {});
    }
    if ((parts & part_causes) != 0) {
        put_varint(out, body.causes.size());
        for (std::size_t i = 0; i < body.causes.size(); ++i) {
            put_spelled(out, body.causes[i],
                        body.causes_raw.empty() ? std::string_view{} : body.causes_raw[i]);
        }
    }
    if ((parts & part_iteration) != 0) {
        put_text(out, body.iteration);
    }
    if ((parts & part_duration) != 0) {
        put_text(out, body.duration_ms);
    }
    if ((parts & part_flags) != 0) {
        out.push_back(static_cast<char>(event.flags()));
    }
    if ((parts & part_rationale) != 0) {
        put_sized_pieces(out, body.rationale, Lists::none, texts);
    }
    if ((parts & part_fields) != 0) {
        put_sized_pieces(out, body.fields, Lists::messages, texts);
    }
}

Result<Time> decode_time(std::string_view stored) {
    ByteReader in(stored);
    bool good = false;
    const Time time = take_time(in, good);
    if (!good) {
        return damaged();
    }
    return time;
}

bool has_id(std::string_view stored, std::string_view text) {
    return has_text(stored, part_id, text);
}

bool has_parent(std::string_view stored, std::string_view text) {
    return has_text(stored, part_parent, text);
}

bool has_flags(std::string_view stored) {
    ByteReader in(stored);
    bool good = false;
    take_time(in, good);
    return (in.varint() & part_flags) != 0;
}

Result<Event> decode_event(std::string_view stored, const std::shared_ptr<const void>& owner,
                           TextReader& texts) {
    return Decoder(stored, owner, &texts).decode();
}

Result<Event> decode_outline(std::string_view stored, const std::shared_ptr<const void>& owner) {
    return Decoder(stored, owner, nullptr).decode();
}

Result<std::vector<Hash>> hashes_in_event(std::string_view stored) {
    ByteReader in(stored);
    bool good = false;
    take_time(in, good);
    const std::uint64_t parts = in.varint();
    if (!good || !in.ok() || parts >= part_end) {
        return damaged();
    }
    for (std::uint64_t part = part_kind; part <= part_source; part <<= 1) {
        if ((parts & part) != 0) {
            in.bytes(in.varint() >> 1);
        }
    }
    if ((parts & part_causes) != 0) {
        for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
            in.bytes(in.varint() >> 1);
        }
    }
    for (const Part part : {part_iteration, part_duration}) {
        if ((parts & part) != 0) {
            in.text();
        }
    }
    in.bytes((parts & part_flags) != 0 ? 1 : 0);
    std::vector<Hash> hashes;
    for (const Part part : {part_rationale, part_fields}) {
        if ((parts & part) != 0) {
            TRY(hashes_in_pieces(in.text(), hashes));
        }
    }
    if (!in.ok()) {
        return damaged();
    }
    return hashes;
}

}  // namespace hence
