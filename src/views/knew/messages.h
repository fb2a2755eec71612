// What a model was shown, message by message, compared with what it was shown before.
//
// Agents send the whole conversation with each call, so two calls in a row mostly share a long
// beginning. Messages are compared byte by byte from the front; the first difference ends the part
// that was kept. This takes linear time. Only the recorded messages are compared: nothing is
// guessed where they were not recorded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hence/event.h"
#include "hence/knew.h"
#include "model/json/json.h"

namespace hence {

// Nothing when `call` has no messages. A previous call without messages was shown nothing. Texts
// take `limit` bytes together, unless that is 0: short ones stay whole, and long ones get
// equal shares. Takes time in proportion to both lists.
std::optional<KnewMessages> compared_messages(const Event& call,
                                              const std::optional<Event>& previous,
                                              std::uint64_t limit);

// Whether a call recorded all that the model was shown. Readers of transcripts know only what a
// person wrote since the call before.
bool shown_whole(const Event& call);

// All messages of a call, whole.
std::vector<KnewMessage> messages_of(const Event& call);

// The text of a message's content, of an output or of a payload, in whatever shape.
std::string content_text(Json content);

// The most that each text may take, so that all together fit: what short ones leave is for the
// long ones.
std::uint64_t share_of(std::uint64_t limit, std::vector<std::uint64_t> sizes);
// Cuts a text to so many bytes, between two characters. False: it was no longer.
bool cut_text(std::string& text, std::uint64_t size_max);

}  // namespace hence
