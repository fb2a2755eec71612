// OpenAI's Agents SDK for JavaScript, with OpenInference on OpenAI's client below it.
import { OpenAIInstrumentation } from '@arizeai/openinference-instrumentation-openai';
import { Agent, OpenAIChatCompletionsModel, run as runAgent, setTracingDisabled, tool } from '@openai/agents';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import OpenAI from 'openai';
import { z } from 'zod';
import { attempt, baseURL, begin, gpt, work } from './kit.mjs';

const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'case' }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
provider.register();
new OpenAIInstrumentation({ tracerProvider: provider }).manuallyInstrument(OpenAI);
setTracingDisabled(true);

const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 1 });
const made = (name, parameters) => tool({ name, description: name, parameters, execute: work[name] });
const assistant = new Agent({
    name: 'assistant',
    model: new OpenAIChatCompletionsModel(client, gpt),
    tools: [
        made('get_weather', z.object({ city: z.string() })),
        made('divide', z.object({ a: z.number(), b: z.number() })),
        made('lookup', z.object({ topic: z.string() })),
    ],
});

async function run(name) {
    await runAgent(assistant, await begin(name));
}

for (const name of ['weather', 'divide', 'retry']) await run(name);
await attempt(run('refused'));
await provider.shutdown();
