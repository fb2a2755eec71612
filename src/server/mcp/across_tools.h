// Tools that look beyond one step: drift, directives, alignment, topology and files, with their
// schemas.
#pragma once

#include <string>
#include <string_view>

#include "hence/result.h"

namespace hence {

struct McpToolCall;

Result<std::string> tool_drift(const McpToolCall& call);
Result<std::string> tool_directives(const McpToolCall& call);
Result<std::string> tool_alignment(const McpToolCall& call);
Result<std::string> tool_topology(const McpToolCall& call);
Result<std::string> tool_files_of_session(const McpToolCall& call);

inline constexpr std::string_view drift_input = R"({
"type":"object","properties":{
"agent":{"type":"string","minLength":1,"description":"Whose sessions; yourself, for instance"},
"session":{"type":"string","description":"Judge this session instead of the latest"},
"baseline":{"type":"integer","minimum":5,"maximum":1000,"default":20},
"cursor":{"type":"string","description":"`next` of the answer before"},
"max_bytes":{"type":"integer","minimum":1024,"maximum":1048576,"default":8192}},
"required":["agent"],"additionalProperties":false})";

inline constexpr std::string_view directives_input = R"({
"type":"object","properties":{
"open":{"type":"boolean","default":false,"description":"Only what nobody closed"},
"state":{"type":"string","enum":["pending","acknowledged","in_progress","completed","rejected",
"expired"]},
"agent":{"type":"string","description":"Only with messages from or to this agent"},
"correlation":{"type":"string","description":"Only this one"},
"limit":{"type":"integer","minimum":1,"maximum":10000,"default":100},
"cursor":{"type":"string","description":"`next` of the answer before"},
"max_bytes":{"type":"integer","minimum":1024,"maximum":1048576,"default":8192}},
"additionalProperties":false})";

inline constexpr std::string_view alignment_input = R"({
"type":"object","properties":{
"id":{"type":"string","minLength":1,"description":"A session or a correlation"},
"scope":{"type":"string","enum":["session","correlation"]},
"goal":{"type":"string","description":"Against this goal alone: its event or its node"},
"only":{"type":"string","enum":["on_path","off_path","unknown"]},
"cursor":{"type":"string","description":"`next` of the answer before"},
"max_bytes":{"type":"integer","minimum":1024,"maximum":1048576,"default":8192}},
"required":["id"],"additionalProperties":false})";

inline constexpr std::string_view topology_input = R"({
"type":"object","properties":{
"from":{"type":"string","description":"RFC 3339; both ends are inclusive"},
"to":{"type":"string"},
"cursor":{"type":"string","description":"`next` of the answer before"},
"max_bytes":{"type":"integer","minimum":1024,"maximum":1048576,"default":8192}},
"additionalProperties":false})";

inline constexpr std::string_view files_input = R"({
"type":"object","properties":{
"session_id":{"type":"string","minLength":1,"description":"The session, or latest"},
"path":{"type":"string","description":"Only files that have this in their paths"},
"changed":{"type":"boolean","default":false,"description":"Only what was changed or deleted"},
"cursor":{"type":"string","description":"`next` of the answer before"},
"max_bytes":{"type":"integer","minimum":1024,"maximum":1048576,"default":8192}},
"required":["session_id"],"additionalProperties":false})";

inline constexpr std::string_view drift_output = R"({
"type":"object","properties":{
"note":{"type":"string"},"agent":{"type":"string"},"session":{"type":"string"},
"baseline":{"type":"object"},"enough":{"type":"boolean"},"band":{"type":["string","null"]},
"measures":{"type":"array","items":{"type":"object"}},"next":{"type":["string","null"]}},
"required":["note","agent","session","enough","band","measures","next"]})";

inline constexpr std::string_view directives_output = R"({
"type":"object","properties":{
"note":{"type":"string"},"matched":{"type":"integer"},"open":{"type":"integer"},
"states":{"type":"object"},"directives":{"type":"array","items":{"type":"object"}},
"next":{"type":["string","null"]}},
"required":["note","matched","open","states","directives","next"]})";

inline constexpr std::string_view alignment_output = R"({
"type":"object","properties":{
"note":{"type":"string"},"id":{"type":"string"},"scope":{"type":"string"},
"goals":{"type":"array","items":{"type":"object"}},"on_path":{"type":"integer"},
"off_path":{"type":"integer"},"unknown":{"type":"integer"},
"steps":{"type":"array","items":{"type":"object"}},"next":{"type":["string","null"]}},
"required":["note","id","scope","goals","on_path","off_path","unknown","steps","next"]})";

inline constexpr std::string_view topology_output = R"({
"type":"object","properties":{
"note":{"type":"string"},"from":{"type":["string","null"]},"to":{"type":["string","null"]},
"nodes":{"type":"array","items":{"type":"object"}},
"edges":{"type":"array","items":{"type":"object"}},"next":{"type":["string","null"]}},
"required":["note","nodes","edges","next"]})";

inline constexpr std::string_view files_output = R"({
"type":"object","properties":{
"note":{"type":"string"},"session":{"type":"string"},
"files":{"type":"array","items":{"type":"object"}},"read":{"type":"integer"},
"written":{"type":"integer"},"edited":{"type":"integer"},"deleted":{"type":"integer"},
"shell_calls":{"type":"integer"},"next":{"type":["string","null"]}},
"required":["note","session","files","read","written","edited","deleted","shell_calls","next"]})";

}  // namespace hence
