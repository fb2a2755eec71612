// A session as one HTML file: the page, and in it the answers about the session that it would ask a
// server for.
//
// The file works without a server and without a network, so it can be sent on or filed. The page
// inside asks its questions as always, and finds the answers in a table by address. A large session
// does not fit: limits say how much is taken along, and the file counts what was left out, so that
// nobody takes it for the whole. Recorded text stands in a JSON element of the page and can neither
// end that element nor become markup.
#pragma once

#include <cstdint>
#include <string>

#include "hence/result.h"
#include "server/router/router.h"
#include "server/wire/http.h"

namespace hence {

// How much of a large session one file takes along. What is left out is counted in the file.
struct RecordedLimits {
    std::uint64_t events_max = 2'000;          // The oldest; outlines give no more at once.
    std::uint64_t fields_bytes = 32U << 20U;   // Of all events' fields; the smaller ones are kept.
    std::uint64_t answers_bytes = 64U << 20U;  // Of the answers about single events and runs.
    // To walk for all explanations together: those of longer walks are left out.
    std::uint64_t steps_up = 2'500'000;
    std::uint64_t steps_down = 500'000;
};

// What the file holds, and what it shows first.
struct RecordedRequest {
    std::string session;
    std::string event = {};  // Selected when the file opens: its id may be shortened. Empty: none.
    std::string view = {};   // graph, tree, timeline or transcript. Empty: as the page chooses.
};

// The answer that writes the file. `app`'s store must outlive it. Fails as the outline of the
// session does: with not_found, say, when there is no such session, or no such event; and with
// invalid when there is no such view.
Result<Response> recorded_page(const App& app, const RecordedRequest& asked,
                               const RecordedLimits& limits = {});

// JSON as it may stand in a page: no text in it can end the element that it stands in.
std::string harmless_in_html(std::string_view json);

}  // namespace hence
