// Mastra with its exporter for OpenTelemetry: an agent with tools, and a sub-agent.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { createTool } from '@mastra/core/tools';
import { Observability } from '@mastra/observability';
import { OtelExporter } from '@mastra/otel-exporter';
import { z } from 'zod';
import { attempt, baseURL, begin, gpt, work } from './kit.mjs';

const model = createOpenAICompatible({ name: 'scripted', baseURL, includeUsage: true })(gpt);
const made = (id, inputSchema) =>
    createTool({ id, description: id, inputSchema, execute: (input) => work[id](input) });
const tools = {
    get_weather: made('get_weather', z.object({ city: z.string() })),
    divide: made('divide', z.object({ a: z.number(), b: z.number() })),
    lookup: made('lookup', z.object({ topic: z.string() })),
};
const agent = new Agent({ id: 'boss', name: 'boss', instructions: 'Help.', model, tools, maxRetries: 1 });
const mastra = new Mastra({
    agents: { agent },
    logger: false,
    observability: new Observability({
        configs: {
            otel: {
                serviceName: 'case',
                exporters: [
                    new OtelExporter({
                        provider: {
                            custom: {
                                endpoint: `${process.env.COLLECTOR}/v1/traces`,
                                protocol: 'http/protobuf',
                            },
                        },
                    }),
                ],
            },
        },
    }),
});

async function run(name) {
    const prompt = await begin(name, { agents: ['boss'] });
    const boss = mastra.getAgent('agent');
    if (name === 'stream') await (await boss.stream(prompt)).text;
    else await boss.generate(prompt);
}

for (const name of ['weather', 'divide', 'retry', 'stream']) await run(name);
await attempt(run('refused'));
await mastra.shutdown();
