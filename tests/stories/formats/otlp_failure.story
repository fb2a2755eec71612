# A failure is told where it happened. The wrapper that it passed through told it too, and that telling shows nowhere.
record
{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"svc"}}]},"scopeSpans":[{"scope":{"name":"x"},"spans":[{"traceId":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","spanId":"1111111111111111","name":"tools","kind":1,"startTimeUnixNano":"1767225600000000000","endTimeUnixNano":"1767225600002000000","attributes":[{"key":"openinference.span.kind","value":{"stringValue":"CHAIN"}}],"events":[{"name":"exception","timeUnixNano":"1767225600000000000","attributes":[{"key":"exception.type","value":{"stringValue":"ZeroDivisionError"}},{"key":"exception.message","value":{"stringValue":"division by zero"}}]}],"status":{"code":2,"message":"division by zero"}},
 {"traceId":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","spanId":"2222222222222222","parentSpanId":"1111111111111111","name":"divide","kind":1,"startTimeUnixNano":"1767225600000000000","endTimeUnixNano":"1767225600002000000","attributes":[{"key":"openinference.span.kind","value":{"stringValue":"TOOL"}},{"key":"tool.name","value":{"stringValue":"divide"}}],"events":[{"name":"exception","timeUnixNano":"1767225600000000000","attributes":[{"key":"exception.type","value":{"stringValue":"ZeroDivisionError"}},{"key":"exception.message","value":{"stringValue":"division by zero"}}]}],"status":{"code":2,"message":"division by zero"}}]}]}]}

hence explain 1111111111111111 --down
----
Effects:

   [2026-01-01 00:00:00Z] Span: tools  (11111111)
  -> [2026-01-01 00:00:00Z] Tool call: divide FAILED: ZeroDivisionError: division by zero (2ms)  (22222222)  [within, explicit of 11111111]
