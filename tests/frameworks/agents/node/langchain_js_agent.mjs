// LangChain's agent for JavaScript on LangGraph, with OpenInference: a sub-agent that is a tool.
import { LangChainInstrumentation } from '@arizeai/openinference-instrumentation-langchain';
import * as callbacks from '@langchain/core/callbacks/manager';
import { tool } from '@langchain/core/tools';
import { MemorySaver } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { createAgent } from 'langchain';
import { z } from 'zod';
import { attempt, baseURL, begin, gpt, work } from './kit.mjs';

const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'case' }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
provider.register();
const instrumentation = new LangChainInstrumentation({ tracerProvider: provider });
instrumentation.manuallyInstrument(callbacks);

const model = new ChatOpenAI({
    model: gpt,
    apiKey: 'none',
    configuration: { baseURL },
    maxRetries: 1,
    streamUsage: true,
});
const made = (name, schema) => tool(work[name], { name, description: name, schema });
const tools = [
    made('get_weather', z.object({ city: z.string() })),
    made('divide', z.object({ a: z.number(), b: z.number() })),
    made('lookup', z.object({ topic: z.string() })),
];
const researcher = createAgent({ model, tools, name: 'researcher' });
const ask_researcher = tool(
    async ({ request }) => {
        const { messages } = await researcher.invoke({ messages: [{ role: 'user', content: request }] });
        return messages.at(-1).content;
    },
    { name: 'ask_researcher', description: 'Asks.', schema: z.object({ request: z.string() }) },
);
const boss = createAgent({
    model,
    tools: [...tools, ask_researcher],
    name: 'boss',
    checkpointer: new MemorySaver(),
});

async function run(name, more) {
    const session = `session-${name}`;
    const content = await begin(name, { agents: ['boss', 'researcher'], session, ...more });
    const given = { messages: [{ role: 'user', content }] };
    const config = { configurable: { thread_id: session } };
    if (name === 'stream') for await (const _ of await boss.stream(given, { ...config, streamMode: 'messages' }));
    else await boss.invoke(given, config);
}

for (const name of ['weather', 'retry', 'stream']) await run(name);
await run('delegate', { tool: 'ask_researcher', arguments: { request: 'Look up beta.' } });
await attempt(run('refused'));
await provider.shutdown();
