// The shape of every answer, keys in the order in which they are written.
#include <array>

#include "server/openapi.h"

namespace hence {
namespace {

constexpr SchemaText texts[] = {
    {"Error", "error:ErrorDetail", "What went wrong."},
    {"ErrorDetail",
     "code:(invalid|not_found|conflict|limit|corrupt|io|unsupported|unauthorized|forbidden|busy) "
     "message:s hint:s?"},

    {"Rejected", "option:s rejected_because:s"},
    {"Rationale", "why:s ~refs:[s] ~alternatives:[Rejected] ~confidence:n",
     "Why, as the agent gave it."},
    {"NewEvent",
     "~id:s kind:s time:t ~agent:s ~session:s ~run:s ~parent:s ~causes:[s] ~correlation:s "
     "~iteration:i ~duration_ms:n ~rationale:Rationale ~fields:object ~source:s ~flags:[s]",
     "An event as it is sent. seq and received are ignored."},
    {"Event",
     "id:s kind:s time:t ~agent:s ~session:s ~run:s ~parent:s ~causes:[s] ~correlation:s "
     "~iteration:i ~duration_ms:n ~rationale:Rationale ~fields:object seq:i received:t ~source:s "
     "~flags:[s]",
     "An event as it is stored; what is absent is left out."},
    {"ReplayedEvent",
     "id:s kind:s time:t ~agent:s ~session:s ~run:s ~parent:s ~causes:[s] ~correlation:s "
     "~iteration:i ~duration_ms:n ~rationale:Rationale ~fields:object seq:i received:t ~source:s "
     "~flags:[s] ~outcome:Event?",
     "An event; a decision carries its outcome."},
    {"EventPage", "events:[Event] next:s?"},
    {"Receipt",
     "accepted:i duplicates:i quarantined:i pending:i first_seq:i? last_seq:i? "
     "assigned:[AssignedId] ~refused:[RefusedLine]",
     "What became of a text of events."},
    {"AssignedId", "line:i id:s"},
    {"RefusedLine", "line:i source:s reason:s"},
    {"QuarantineRow", "n:i source:s line:i reason:s size:i count:i"},
    {"QuarantinedLine", "n:i source:s line:i reason:s size:i count:i sha256:s bytes:s",
     "bytes is base64."},
    {"Format", "name:s description:s version:s maps:s"},

    {"Completeness",
     "complete:b missing_parents:[MissingParent] cycles:[[s]] unresolved_refs:[UnresolvedRef] "
     "truncated:i gaps:[Gap]",
     "What an answer lacks."},
    {"MissingParent", "event:s parent:s"},
    {"UnresolvedRef", "event:s ref:s"},
    {"Gap", "rule:s event:s? detail:s"},

    {"Session",
     "id:s first:t last:t events:i kinds:{i} agents:[s] tokens:n errors:i goal:s? ~status:s? "
     "~outcomes:OutcomeCounts",
     "The last two where status is asked for."},
    {"Run",
     "id:s first:t last:t events:i kinds:{i} agents:[s] tokens:n errors:i goal:s? session:s? "
     "status:s? ~outcomes:OutcomeCounts",
     "The last one where status is asked for."},
    {"OutcomeCounts", "correct:i incorrect:i unknown:i", "Of decisions with an outcome."},
    {"Agent", "id:s first:t last:t events:i kinds:{i} agents:[s] tokens:n errors:i goal:s?"},
    {"Correlation",
     "id:s first:t last:t events:i kinds:{i} agents:[s] tokens:n errors:i goal:s? sessions:[s]"},
    {"SessionPage", "sessions:[Session] next:s?"},
    {"RunPage", "runs:[Run] next:s?"},
    {"AgentPage", "agents:[Agent] next:s?"},
    {"CorrelationPage", "correlations:[Correlation] next:s?"},

    {"Tree",
     "session:s root_event_id:s? depth:i count:i events:[TreeNode] completeness:Completeness"},
    {"TreeNode",
     "id:s kind:s agent:s? time:t duration_ms:n? summary:s rationale:Rationale? fields:object? "
     "~children:[TreeNode] ~parent:s? ~level:i",
     "children; of a flat tree, parent and level instead."},
    {"Outline",
     "session:s events:i rows_total:i roots:i depth:i first:t? last:t? kinds:{i} agents:[s] runs:i "
     "missing_parents:i cycles:i last_seq:i offset:i rows:[OutlineRow]",
     "rows_total counts all rows, of which rows are those from offset on."},
    {"OutlineRow",
     "seq:i id:s ordinal:i kind:s agent:s? run:s? time:t duration_ms:n? summary:s "
     "status:(ok|error)? level:i parent:s? parent_missing:b children:i descendants:i closed:b "
     "last:b why:s? confidence:n? tokens:n? synthesized:b fields:object? size:i",
     "size is that of the fields' JSON, given or not."},
    {"Timeline",
     "session:s first:t last:t from:t to:t events:i lanes:[TimelineLane] spans:[TimelineSpan] "
     "buckets:[TimelineBucket] critical:CriticalPath",
     "Either spans or buckets."},
    {"TimelineLane", "name:s? events:i errors:i others:i",
     "others: how many lanes it stands for, 0 when only for itself."},
    {"TimelineSpan",
     "seq:i id:s ordinal:i lane:i row:i kind:s time:t duration_ms:n? summary:s status:(ok|error)? "
     "critical:b"},
    {"TimelineBucket",
     "lane:i from:t to:t events:i errors:i first_ordinal:i last_ordinal:i kind:s critical:b"},
    {"CriticalPath", "duration_ms:n steps:i segments:[CriticalSegment]"},
    {"CriticalSegment", "event:s ordinal:i lane:i from:t to:t"},
    {"Explanation",
     "event:s direction:(up|down) chain:[ChainLink] links:[Link] completeness:Completeness"},
    {"ChainLink",
     "event_id:s kind:s agent:s? time:t summary:s rationale:Rationale? via:LinkOrigin?"},
    {"LinkOrigin", "from:s type:s provenance:(explicit|derived|assumed)"},
    {"Link", "from:s to:s type:s provenance:(explicit|derived|assumed)"},
    {"Replay",
     "chain_type:(trade|session|directive|incident) chain_id:s events:[ReplayedEvent] "
     "traces:[ReplayedEvent] audit_entries:[ReplayedEvent] agents:[s] from:t? to:t? "
     "duration_ms:n? ended_by:s? obstacles:[s] completeness:Completeness"},
    {"Gaps", "id:s scope:(session|correlation) completeness:Completeness"},
    {"Debrief",
     "run_id:s goal:s? path:[DebriefStep] assumptions:[DebriefAssumption] "
     "curator_actions:[DebriefCuration] alternatives:[DebriefAlternatives] "
     "termination:DebriefEnd verdict:Verdict? rationale:[DebriefRationale] coverage:Coverage "
     "completeness:Completeness"},
    {"DebriefStep", "iter:i? action:s rationale:Rationale?"},
    {"DebriefAssumption", "iter:i? assumption:s? rationale:Rationale?"},
    {"DebriefCuration", "iter:i? action:s target_ref:s? rationale:Rationale?"},
    {"DebriefAlternatives", "iter:i? chosen:s? rejected:[RejectedOption]"},
    {"RejectedOption", "option:s? rejected_because:s?"},
    {"DebriefEnd", "by:s rationale:Rationale?"},
    {"Verdict", "status:s? tokens:n? duration_ms:n?"},
    {"DebriefRationale", "iteration:i? decision:s tool_name:s? rationale:Rationale?"},
    {"Coverage", "tool_calls:i with_rationale:i"},
    {"ContextGraph", "session:s nodes:[ContextNode] edges:[ContextEdge] completeness:Completeness"},
    {"ContextNode",
     "id:s type:(INCIDENT|THOUGHT|TOOL_CALL|OBSERVATION|ACTION) label:s time:t? duration_ms:n? "
     "tokens:n? status:s? event:s? run:s? agent:s? synthesized:b"},
    {"ContextEdge", "from:s to:s label:s"},
    {"SessionMap",
     "session:s nodes_total:i last_seq:i shown:i nodes:[MapNode] edges:[MapEdge] "
     "completeness:Completeness",
     "Everything that arrived up to last_seq is in it."},
    {"MapNode",
     "id:s type:(INCIDENT|THOUGHT|TOOL_CALL|OBSERVATION|ACTION|STACK) label:s time:t? "
     "duration_ms:n? tokens:n? status:s? event:s? run:s? agent:s? synthesized:b ordinal:i? "
     "last_ordinal:i? parent:s? members:i errors:i hidden:i level:i",
     "A STACK stands for several."},
    {"MapEdge", "from:s to:s label:s provenance:(explicit|derived|assumed) count:i"},
    {"Trajectory", "session:s trajectory:[TrajectoryStep] next:s? completeness:Completeness"},
    {"TrajectoryStep",
     "event:s parent:s? run:s? time:t duration_ms:n? kind:s label:s status:s? model:s? tokens:n? "
     "messages:any completion:any tool_name:s? tool_input:any tool_output:any error:any "
     "rationale:Rationale? logs:[TrajectoryLog]"},
    {"TrajectoryLog", "time:t severity:any body:any"},
    {"Calibration",
     "decision_type:s? agent:s? n:i without_outcome:i brier:n? ece:n? constant_confidence:b "
     "bins:[CalibrationBin]"},
    {"CalibrationBin", "lo:n hi:n n:i mean_confidence:n? accuracy:n? wilson_lo:n? wilson_hi:n?"},
    {"Review",
     "agent:s items:[ReviewItem] high_confidence_errors:[ReviewItem] without_outcome:[s]"},
    {"ReviewItem", "event:s question:s outcome:Event chain:[ChainLink]"},
    {"TrainingExample",
     "event:s agent:s? decision_type:s? messages:any inputs:any rationale:Rationale? chosen:any "
     "alternatives:any outcome:s? correct:b?"},
    {"Diff",
     "a:s b:s same:b first_divergence:Divergence? edits:[Edit] tokens:NumberPair "
     "duration_ms:NumberPair"},
    {"Divergence", "index:i a:DiffStep? b:DiffStep?"},
    {"Edit", "op:(same|added|removed|changed) a:DiffStep? b:DiffStep?"},
    {"DiffStep", "event:s step:s"},
    {"NumberPair", "a:n? b:n?"},
    {"Dossier",
     "event:s decision:Event inputs:any alternatives:[RejectedOption] rationale:Rationale? "
     "confidence:n? chain:[ChainLink] messages:[Event] outcome:Event? completeness:Completeness"},
    {"Knew",
     "event:s agent:s? run:s? model_call:s? previous:s? recorded:b messages:KnewMessages? "
     "steps:[KnewStep] more:b",
     "What a model was shown, compared with the time before; more: steps before these."},
    {"KnewMessages", "total:i kept:i bytes:i added:[KnewMessage] dropped:[KnewMessage] compared:b",
     "kept: how many both begin with. compared: whether the messages before were recorded."},
    {"KnewMessage", "index:i role:s? text:s bytes:i cut:b", "bytes: of the whole text."},
    {"KnewStep", "id:s kind:s time:t summary:s status:(ok|error)?"},
    {"Stats",
     "agent:s? events:i kinds:{i} tool_calls:Durations llm_calls:Durations tokens:TokenSums "
     "rationale:RationaleCounts slow:[SlowEvent] errors:[ErrorCount] loops:[Loop]"},
    {"Durations", "n:i mean_ms:n? p50_ms:n? p95_ms:n? max_ms:n?"},
    {"TokenSums", "prompt:n completion:n total:n"},
    {"RationaleCounts", "given:i missing:i"},
    {"SlowEvent", "event:s summary:s duration_ms:n"},
    {"ErrorCount", "error:s count:i last_seen:t agents:[s]"},
    {"Loop", "run:s? steps:[s] repeats:i first_event:s"},

    {"Node",
     "id:s type:(goal|decision|option|action|outcome|observation|revisit) label:s "
     "status:(active|completed|superseded|rejected) confidence:n? rationale:s? metadata:object "
     "event:s? created_at:t updated_at:t",
     "A node of a decision graph."},
    {"Edge",
     "id:s from_id:s to_id:s "
     "edge_type:(leads_to|chosen|rejected|requires|blocks|enables|supersedes) metadata:object "
     "created_at:t"},
    {"NewNode",
     "~id:s type:(goal|decision|option|action|outcome|observation|revisit) label:s "
     "~status:(active|completed|superseded|rejected) ~confidence:n? ~rationale:s? "
     "~metadata:object ~event:s? ~created_at:t ~updated_at:t"},
    {"NewEdge",
     "~id:s from_id:s to_id:s "
     "edge_type:(leads_to|chosen|rejected|requires|blocks|enables|supersedes) ~metadata:object "
     "~created_at:t"},
    {"NodeChange",
     "~label:s ~status:(active|completed|superseded|rejected) ~confidence:n? ~rationale:s? "
     "~metadata:object"},
    {"NodeMoment",
     "event:s time:t kind:s agent:s? session:s? run:s? correlation:s? edge:Edge? node:Node?"},
    {"DeletedNode", "deleted:Node edges:[Edge]"},
    {"Supersede", "old_id:s new_id:s ~rationale:s? ~why:s? ~edge_id:s?"},
    {"GraphContext", "graph:s text:s"},
    {"GraphDocument", "graph:s nodes:[Node] edges:[Edge]"},
    {"GraphReceipt", "graph:s accepted:i duplicates:i"},

    {"NewOutcome", "correct:b? ~outcome:s? ~agent:s? ~id:s?",
     "Null is an outcome as well: unknown."},
    {"NewOutcomeOfLatest", "correlation:s decision_type:s correct:b? ~outcome:s? ~agent:s? ~id:s?"},
    {"Health", "status:(ok) last_seq:i"},
    {"Readiness", "status:(ready)"},
    {"Leaving", "leaving:b"},
    {"RpcMessage", "jsonrpc:s ~id:any ~method:s ~params:object ~result:object ~error:object",
     "A message of JSON-RPC 2.0."},
    {"OtlpPartialSuccess",
     "~rejectedSpans:s ~rejectedLogRecords:s ~rejectedDataPoints:s ~errorMessage:s"},
    {"OtlpAnswer", "~partialSuccess:OtlpPartialSuccess"},
    {"RpcStatus", "code:i message:s ~details:[object]", "google.rpc.Status."},
};

}  // namespace

std::span<const SchemaText> schema_texts() {
    return texts;
}

}  // namespace hence
