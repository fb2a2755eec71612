// What the agents on Vercel's AI SDK share, whichever version it has: the tools, and the scenarios.
import { generateText, streamText, tool } from 'ai';
import { z } from 'zod';
import { attempt, begin, work } from './kit.mjs';

const tools = {
    get_weather: tool({ inputSchema: z.object({ city: z.string() }), execute: work.get_weather }),
    divide: tool({ inputSchema: z.object({ a: z.number(), b: z.number() }), execute: work.divide }),
    lookup: tool({ inputSchema: z.object({ topic: z.string() }), execute: work.lookup }),
};

// `options` makes what the SDK is given of a prompt and the name of an agent.
export async function runAll(options) {
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
}
