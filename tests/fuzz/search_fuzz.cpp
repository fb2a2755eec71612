// Any bytes as a question and as a text: the index finds what reading the event finds. Any bytes as
// a stored segment: they are refused, or they can be asked.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "model/json/json.h"
#include "model/words/word_query.h"
#include "store/search/matches.h"
#include "store/search/rows_builder.h"
#include "store/search/segment.h"

namespace {

void ask(std::string_view question, std::string_view text) {
    const hence::Result<hence::WordQuery> query = hence::WordQuery::parse(question);
    if (!query) {
        if (query.error().message.empty() || query.error().hint.empty()) {
            std::abort();
        }
        return;
    }
    std::string token;
    hence::append_string(token, text);
    const hence::Result<hence::Event> event =
        hence::Event::parse(R"({"id":"e","kind":"x","time":"2026-02-23T10:00:01Z","fields":{"a":)" +
                            token + R"(,"b":["user_name build"]}})");
    if (!event) {
        return;
    }
    hence::SegmentBuilder segment(1);
    segment.add(*event);
    const hence::Result<hence::Evaluation> found = hence::evaluate(*query, segment);
    if (!found) {
        std::abort();
    }
    const bool matches = query->matches(*event);
    if ((found->certain.has(0) && !matches) ||
        (matches && !found->certain.has(0) && !found->candidates.has(0))) {
        std::abort();
    }
}

// The first byte says how much of it is the head; what follows is every other part.
void read_columns(std::string_view bytes) {
    const std::size_t head = bytes.empty() ? 0 : static_cast<unsigned char>(bytes.front());
    const auto read = [&](const std::string& part) -> hence::Result<std::string> {
        const std::string_view rest = bytes.substr(std::min<std::size_t>(1, bytes.size()));
        return std::string(part == hence::part_of_head()
                               ? rest.substr(0, head)
                               : rest.substr(std::min(head, rest.size())));
    };
    const auto rows = hence::MatchRows::open(1, read);
    if (rows) {
        static_cast<void>(static_cast<bool>(hence::MatchRowsBuilder::from(**rows)));
    }
}

void read_stored(std::string_view bytes) {
    read_columns(bytes);
    hence::DocSet docs;
    static_cast<void>(static_cast<bool>(hence::add_postings(bytes, docs)));
    hence::TermReader words(bytes);
    for (hence::Result<bool> more = words.next(); more && *more; more = words.next()) {
    }
    hence::SegmentBuilder segment(1);
    static_cast<void>(static_cast<bool>(segment.take_block(bytes)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view all(reinterpret_cast<const char*>(data), size);
    const std::size_t line = all.find('\n');
    if (line == std::string_view::npos) {
        read_stored(all);
    } else {
        ask(all.substr(0, line), all.substr(line + 1));
    }
    return 0;
}
