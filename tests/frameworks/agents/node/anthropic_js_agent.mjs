// OpenInference on Anthropic's SDK for JavaScript, which sends spans of its own.
import Anthropic from '@anthropic-ai/sdk';
import { AnthropicInstrumentation } from '@arizeai/openinference-instrumentation-anthropic';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { attempt, begin, url, work } from './kit.mjs';

const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'case' }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
provider.register();
new AnthropicInstrumentation({ tracerProvider: provider }).manuallyInstrument(Anthropic);

const client = new Anthropic({ baseURL: url, apiKey: 'none', maxRetries: 1 });
const schema = (name, properties) => ({
    name,
    description: name,
    input_schema: { type: 'object', properties },
});
const tools = [
    schema('get_weather', { city: { type: 'string' } }),
    schema('divide', { a: { type: 'integer' }, b: { type: 'integer' } }),
    schema('lookup', { topic: { type: 'string' } }),
];

async function called(call) {
    const result = { type: 'tool_result', tool_use_id: call.id };
    try {
        return { ...result, content: String(await work[call.name](call.input)) };
    } catch (error) {
        return { ...result, content: `error: ${error.message}`, is_error: true };
    }
}

async function run(name) {
    const messages = [{ role: 'user', content: await begin(name) }];
    for (;;) {
        const given = { model: 'claude-sonnet-4-5', max_tokens: 1000, messages, tools };
        const answer =
            name === 'stream'
                ? await client.messages.stream(given).finalMessage()
                : await client.messages.create(given);
        const calls = answer.content.filter((block) => block.type === 'tool_use');
        if (!calls.length) return;
        messages.push({ role: 'assistant', content: answer.content });
        const results = [];
        for (const call of calls) results.push(await called(call));
        messages.push({ role: 'user', content: results });
    }
}

for (const name of ['weather', 'divide', 'retry', 'stream']) await run(name);
await attempt(run('refused'));
await provider.shutdown();
