// Vercel's AI SDK 6 with its telemetry, over OTLP in JSON: tools, and an agent that a tool runs.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { generateText, stepCountIs, streamText, tool } from 'ai';
import { z } from 'zod';
import { attempt, baseURL, begin, gpt, work } from './kit.mjs';

const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'case' }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
provider.register();

const model = createOpenAICompatible({ name: 'scripted', baseURL, includeUsage: true })(gpt);
const tools = {
    get_weather: tool({ inputSchema: z.object({ city: z.string() }), execute: work.get_weather }),
    divide: tool({ inputSchema: z.object({ a: z.number(), b: z.number() }), execute: work.divide }),
    lookup: tool({ inputSchema: z.object({ topic: z.string() }), execute: work.lookup }),
};
const options = (prompt, functionId) => ({
    model,
    prompt,
    stopWhen: stepCountIs(5),
    maxRetries: 1,
    experimental_telemetry: { isEnabled: true, functionId },
});
const ask_researcher = tool({
    inputSchema: z.object({ request: z.string() }),
    execute: async ({ request }) => (await generateText({ ...options(request, 'researcher'), tools })).text,
});

async function run(name, more) {
    const prompt = await begin(name, { agents: ['boss', 'researcher'], ...more });
    const given = { ...options(prompt, 'boss'), tools: { ...tools, ask_researcher } };
    if (name === 'stream') await streamText(given).text;
    else await generateText(given);
}

for (const name of ['weather', 'divide', 'retry', 'stream']) await run(name);
await run('delegate', { tool: 'ask_researcher', arguments: { request: 'Look up beta.' } });
await attempt(run('refused'));
await provider.shutdown();
