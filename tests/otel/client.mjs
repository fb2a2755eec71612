// Tells a small agent's work through OpenTelemetry's own SDK, as any program does:
//     node client.mjs PROTOCOL COMPRESSION HTTP_PORT GRPC_PORT SESSION
//
// PROTOCOL is http/json, http/protobuf or grpc; COMPRESSION is none or gzip. Everything is sent twice,
// as after an answer that was lost. Prints the ids of what was sent, as JSON.
import { context, trace, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { SeverityNumber } from '@opentelemetry/api-logs';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { LoggerProvider } from '@opentelemetry/sdk-logs';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

const [protocol, compression, httpPort, grpcPort, session] = process.argv.slice(2);

async function exporters() {
    const [packageName, urls] = {
        'http/json': ['http', (path) => `http://127.0.0.1:${httpPort}${path}`],
        'http/protobuf': ['proto', (path) => `http://127.0.0.1:${httpPort}${path}`],
        grpc: ['grpc', () => `http://127.0.0.1:${grpcPort}`],
    }[protocol];
    const traces = await import(`@opentelemetry/exporter-trace-otlp-${packageName}`);
    const logs = await import(`@opentelemetry/exporter-logs-otlp-${packageName}`);
    // The exporter over gRPC takes a number, those over HTTP the name itself.
    const how = protocol === 'grpc' ? { none: 0, gzip: 2 }[compression] : compression;
    return [
        new traces.OTLPTraceExporter({ url: urls('/v1/traces'), compression: how }),
        new logs.OTLPLogExporter({ url: urls('/v1/logs'), compression: how }),
    ];
}

function collector(into) {
    return {
        onStart() {},
        onEnd: (span) => into.push(span),
        onEmit: (record) => into.push(record),
        forceFlush: async () => {},
        shutdown: async () => {},
    };
}

const spans = [];
const records = [];
const resource = resourceFromAttributes({ 'service.name': 'weather-agent' });
const provider = new NodeTracerProvider({ resource, spanProcessors: [collector(spans)] });
provider.register();
const tracer = trace.getTracer('hence-test', '1.0');
const logger = new LoggerProvider({ resource, processors: [collector(records)] }).getLogger('hence-test');
const ids = { session };

function within(name, kind, attributes, work) {
    return tracer.startActiveSpan(name, { kind, attributes }, (span) => {
        ids.trace = span.spanContext().traceId;
        const result = work(span);
        span.end();
        return result ?? span.spanContext().spanId;
    });
}

const text = (role, content) => ({ role, parts: [{ type: 'text', content }] });
const asked = text('user', 'Weather in Paris?');
const call = { type: 'tool_call', id: 'call_1', name: 'get_weather', arguments: { city: 'Paris' } };
const answer = { type: 'tool_call_response', id: 'call_1', response: 'rainy' };

function chat(messages, output, [input, out]) {
    return within('chat test-model', SpanKind.CLIENT, {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'test',
        'gen_ai.request.model': 'test-model',
        'gen_ai.usage.input_tokens': input,
        'gen_ai.usage.output_tokens': out,
        'gen_ai.input.messages': JSON.stringify(messages),
        'gen_ai.output.messages': JSON.stringify([output]),
    }, () => undefined);
}

within('invoke_agent weather', SpanKind.INTERNAL, {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'weather',
    'gen_ai.conversation.id': session,
}, (root) => {
    ids.agent = root.spanContext().spanId;
    const wanted = { role: 'assistant', parts: [call], finish_reason: 'tool_call' };
    ids.first = chat([asked], wanted, [120, 30]);
    ids.tool = within('execute_tool get_weather', SpanKind.INTERNAL, {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'get_weather',
        'gen_ai.tool.call.id': 'call_1',
        'gen_ai.tool.call.arguments': JSON.stringify(call.arguments),
        'gen_ai.tool.call.result': 'rainy',
    }, () => {
        logger.emit({ severityNumber: SeverityNumber.INFO, body: 'asked the station', context: context.active() });
    });
    ids.decision = within('what to wear', SpanKind.INTERNAL, {
        'hence.kind': 'decision',
        'hence.decision.description': 'what to wear',
        'hence.decision.type': 'clothing',
        'hence.decision.chosen': 'coat',
        'hence.decision.alternatives': ['coat', 'shirt'],
        'hence.rationale.why': 'it rains',
        'hence.rationale.confidence': 0.8,
        'hence.causes': [ids.tool],
        'hence.correlation': 'trip-7',
    }, (span) => {
        span.addEvent('hence.assumption', { assumption: 'the station is right' });
    });
    logger.emit({
        eventName: 'hence.outcome',
        attributes: { of: ids.decision, correct: true, text: 'stayed dry' },
        context: context.active(),
    });
    ids.last = chat([asked, wanted, { role: 'tool', parts: [answer] }],
        { ...text('assistant', 'Rainy: take a coat.'), finish_reason: 'stop' }, [160, 12]);
    root.setStatus({ code: SpanStatusCode.OK });
});

const send = (exporter, items) =>
    new Promise((resolve, reject) =>
        exporter.export(items, ({ code, error }) => (code === 0 ? resolve() : reject(error))));
const [traceExporter, logExporter] = await exporters();
for (let time = 0; time < 2; ++time) {
    await send(traceExporter, spans);
    await send(logExporter, records);
}
await traceExporter.shutdown();
await logExporter.shutdown();
console.log(JSON.stringify(ids));
