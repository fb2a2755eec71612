// Tools that look around in the record and have answers of their own: sessions, runs, one event,
// the outline of a session, and whether refs name anything. With the schemas that no route has.
#pragma once

#include <string>
#include <string_view>

#include "hence/result.h"

namespace hence {

struct McpToolCall;

Result<std::string> tool_list_sessions(const McpToolCall& call);
Result<std::string> tool_list_runs(const McpToolCall& call);
Result<std::string> tool_get_event(const McpToolCall& call);
Result<std::string> tool_outline(const McpToolCall& call);
Result<std::string> tool_check_refs(const McpToolCall& call);

inline constexpr std::string_view check_refs_input = R"({
"type":"object","properties":{
"refs":{"type":"array","items":{"type":"string","minLength":1},"minItems":1,
"description":"What you mean to give as refs of a rationale: ids of events, keys of observations"},
"session_id":{"type":"string",
"description":"Whose observations; this server's session unless given"},
"cursor":{"type":"string","description":"`next` of the answer before"},
"max_bytes":{"type":"integer","minimum":1024,"maximum":1048576,"default":8192}},
"required":["refs"],"additionalProperties":false})";

inline constexpr std::string_view get_event_output = R"({
"type":"object","properties":{
"note":{"type":"string"},"summary":{"type":"string"},"event":{"type":"object"}},
"required":["note","summary","event"]})";

inline constexpr std::string_view outline_output = R"({
"type":"object","properties":{
"note":{"type":"string"},"session":{"type":"string"},"events":{"type":"integer"},
"first":{"type":["string","null"]},"last":{"type":["string","null"]},
"rows_total":{"type":"integer"},
"rows":{"type":"array","items":{"type":"object","properties":{
"id":{"type":"string"},"level":{"type":"integer"},"time":{"type":["string","null"]},
"agent":{"type":["string","null"]},"summary":{"type":"string"},"why":{"type":["string","null"]}}}},
"next":{"type":["string","null"]}},
"required":["note","session","events","rows_total","rows","next"]})";

inline constexpr std::string_view check_refs_output = R"({
"type":"object","properties":{
"note":{"type":"string"},"session":{"type":["string","null"]},
"refs":{"type":"array","items":{"type":"object","properties":{
"ref":{"type":"string"},"resolves":{"type":"boolean"},
"exempt":{"type":"boolean","description":"Never reported as missing: an own note, or before the
 first observation of the session"},
"event":{"type":["string","null"]},"summary":{"type":["string","null"]}}}},
"unresolved":{"type":"array","items":{"type":"string"}},"next":{"type":["string","null"]}},
"required":["note","session","refs","unresolved","next"]})";

}  // namespace hence
