// The Vercel AI SDK 6 with OpenInference's span processor.
import { createOpenAI } from '@ai-sdk/openai';
import { OpenInferenceSimpleSpanProcessor } from '@arizeai/openinference-vercel';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { generateText, stepCountIs, streamText, tool } from 'ai';
import { z } from 'zod';
import { attempt, baseURL, begin, gpt, work } from './kit.mjs';

const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'case' }),
    spanProcessors: [new OpenInferenceSimpleSpanProcessor({ exporter: new OTLPTraceExporter() })],
});
provider.register();

const model = createOpenAI({ baseURL, apiKey: 'none' }).chat(gpt);
const made = (name, inputSchema) => tool({ description: name, inputSchema, execute: work[name] });
const tools = {
    get_weather: made('get_weather', z.object({ city: z.string() })),
    divide: made('divide', z.object({ a: z.number(), b: z.number() })),
    lookup: made('lookup', z.object({ topic: z.string() })),
};

async function run(name) {
    const prompt = await begin(name, { agents: ['assistant'] });
    const settings = {
        model,
        tools,
        prompt,
        stopWhen: stepCountIs(5),
        maxRetries: 1,
        experimental_telemetry: { isEnabled: true, functionId: 'assistant' },
    };
    if (name === 'stream') for await (const _ of streamText(settings).textStream);
    else await generateText(settings);
}

for (const name of ['weather', 'divide', 'retry', 'stream']) await run(name);
await attempt(run('refused'));
await provider.shutdown();
