// Tools that look around in the record: sessions, runs, one event, the outline of a session, what
// its record lacks, figures, and whether refs name anything. With their schemas.
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
Result<std::string> tool_gaps(const McpToolCall& call);
Result<std::string> tool_stats(const McpToolCall& call);
Result<std::string> tool_check_refs(const McpToolCall& call);

inline constexpr std::string_view list_input = R"({
"type":"object","properties":{
"agent":{"type":"string","description":"Only with events of this agent"},
"kind":{"type":"string","description":"Only with events of this kind"},
"errors":{"type":"boolean","default":false,"description":"Only where something failed"},
"from":{"type":"string","description":"RFC 3339; what was under way then or later"},
"to":{"type":"string","description":"RFC 3339; what had begun by then"},
"correlation":{"type":"string","description":"Only of this thread"},
"text":{"type":"string","description":"Only with this in the id, the goal or an agent"},
"limit":{"type":"integer","minimum":1,"maximum":1000,"default":20},
"cursor":{"type":"string","description":"`next` of the answer before"},
"max_bytes":{"type":"integer","minimum":1024,"maximum":1048576,"default":8192}},
"additionalProperties":false})";

inline constexpr std::string_view get_event_input = R"({
"type":"object","properties":{
"event_id":{"type":"string","minLength":1,"description":"An event, or latest"},
"max_bytes":{"type":"integer","minimum":1024,"maximum":1048576,"default":8192}},
"required":["event_id"],"additionalProperties":false})";

inline constexpr std::string_view outline_input = R"({
"type":"object","properties":{
"session_id":{"type":"string","minLength":1,"description":"The session, or latest"},
"order":{"type":"string","enum":["turns","tree","time"],"default":"turns",
"description":"Turn by turn, each event below its parent, or by the clock"},
"kinds":{"type":"array","items":{"type":"string"},"description":"Only events of these kinds"},
"errors":{"type":"boolean","default":false,"description":"Only what failed"},
"cursor":{"type":"string","description":"`next` of the answer before"},
"max_bytes":{"type":"integer","minimum":1024,"maximum":1048576,"default":8192}},
"required":["session_id"],"additionalProperties":false})";

inline constexpr std::string_view gaps_input = R"({
"type":"object","properties":{
"id":{"type":"string","minLength":1,"description":"A session or a correlation"},
"scope":{"type":"string","enum":["session","correlation"]},
"cursor":{"type":"string","description":"`next` of the answer before"},
"max_bytes":{"type":"integer","minimum":1024,"maximum":1048576,"default":8192}},
"required":["id"],"additionalProperties":false})";

inline constexpr std::string_view stats_input = R"({
"type":"object","properties":{
"agent":{"type":"string"},
"session":{"type":"string"},
"run":{"type":"string"},
"from":{"type":"string","description":"RFC 3339; both ends are inclusive"},
"to":{"type":"string"},
"slower_than_ms":{"type":"number","minimum":0,"description":"List every call that took longer"},
"cursor":{"type":"string","description":"`next` of the answer before"},
"max_bytes":{"type":"integer","minimum":1024,"maximum":1048576,"default":8192}},
"additionalProperties":false})";

inline constexpr std::string_view check_refs_input = R"({
"type":"object","properties":{
"refs":{"type":"array","items":{"type":"string","minLength":1},"minItems":1,
"description":"What you mean to give as refs of a rationale: ids of events, keys of observations"},
"session_id":{"type":"string",
"description":"Whose observations; this server's session unless given"},
"cursor":{"type":"string","description":"`next` of the answer before"},
"max_bytes":{"type":"integer","minimum":1024,"maximum":1048576,"default":8192}},
"required":["refs"],"additionalProperties":false})";

inline constexpr std::string_view sessions_output = R"({
"type":"object","properties":{
"note":{"type":"string"},"sessions":{"type":"array","items":{"type":"object"}},
"next":{"type":["string","null"]}},
"required":["note","sessions","next"]})";

inline constexpr std::string_view runs_output = R"({
"type":"object","properties":{
"note":{"type":"string"},"runs":{"type":"array","items":{"type":"object"}},
"next":{"type":["string","null"]}},
"required":["note","runs","next"]})";

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

inline constexpr std::string_view gaps_output = R"({
"type":"object","properties":{
"note":{"type":"string"},"id":{"type":"string"},"scope":{"type":"string"},
"completeness":{"type":"object"},"rules":{"type":"array","items":{"type":"object"}},
"next":{"type":["string","null"]}},
"required":["note","id","scope","completeness","rules","next"]})";

inline constexpr std::string_view stats_output = R"({
"type":"object","properties":{
"note":{"type":"string"},"events":{"type":"integer"},"kinds":{"type":"object"},
"tool_calls":{"type":"object"},"llm_calls":{"type":"object"},"tokens":{"type":"object"},
"rationale":{"type":"object"},"slow":{"type":"array"},"errors":{"type":"array"},
"loops":{"type":"array"},"next":{"type":["string","null"]}},
"required":["note","events","kinds","tool_calls","llm_calls","tokens","next"]})";

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
