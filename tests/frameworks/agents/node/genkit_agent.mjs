// Genkit with a model that speaks OpenAI's interface: a flow with tools.
import { openAICompatible } from '@genkit-ai/compat-oai';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { genkit, z } from 'genkit';
import { enableTelemetry, flushTracing } from 'genkit/tracing';
import { attempt, baseURL, begin, gpt, work } from './kit.mjs';

process.env.GENKIT_ENV = 'prod';
await enableTelemetry({ spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] });
const ai = genkit({ plugins: [openAICompatible({ name: 'scripted', apiKey: 'none', baseURL })] });
const model = `scripted/${gpt}`;
const made = (name, inputSchema) =>
    ai.defineTool({ name, description: name, inputSchema, outputSchema: z.any() }, work[name]);
const tools = [
    made('get_weather', z.object({ city: z.string() })),
    made('lookup', z.object({ topic: z.string() })),
];
const answer = ai.defineFlow(
    { name: 'answer', inputSchema: z.object({ name: z.string(), prompt: z.string() }) },
    async ({ name, prompt }) => {
        const given = { model, prompt, tools };
        const said = name === 'stream' ? ai.generateStream(given).response : ai.generate(given);
        return (await said).text;
    },
);

async function run(name) {
    await answer({ name, prompt: await begin(name) });
}

for (const name of ['weather', 'stream']) await run(name);
await attempt(run('refused'));
await flushTracing();
