// Traceloop's SDK for JavaScript with its wrappers, on a hand-written agent.
import * as traceloop from '@traceloop/node-server-sdk';
import OpenAI from 'openai';
import { attempt, baseURL, begin, gpt, work } from './kit.mjs';

traceloop.initialize({
    appName: 'case',
    baseUrl: process.env.COLLECTOR,
    apiKey: 'none',
    disableBatch: true,
    instrumentModules: { openAI: OpenAI },
    silenceInitializationMessage: true,
});
const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 1 });
const schema = (name, properties) => ({
    type: 'function',
    function: { name, description: name, parameters: { type: 'object', properties } },
});
const tools = [
    schema('get_weather', { city: { type: 'string' } }),
    schema('divide', { a: { type: 'number' }, b: { type: 'number' } }),
    schema('lookup', { topic: { type: 'string' } }),
];

async function called(call) {
    const input = JSON.parse(call.function.arguments);
    try {
        return String(
            await traceloop.withTool({ name: call.function.name }, (given) => work[call.function.name](given), input),
        );
    } catch (error) {
        return `error: ${error.message}`;
    }
}

async function run(name) {
    const messages = [{ role: 'user', content: await begin(name, { agents: ['assistant'] }) }];
    for (;;) {
        const answer = await client.chat.completions.create({ model: gpt, messages, tools });
        const { message } = answer.choices[0];
        if (!message.tool_calls?.length) return;
        messages.push(message);
        for (const call of message.tool_calls) {
            messages.push({ role: 'tool', tool_call_id: call.id, content: await called(call) });
        }
    }
}

await traceloop.withWorkflow({ name: 'conversation' }, async () => {
    await traceloop.withAgent({ name: 'assistant' }, async () => {
        for (const name of ['weather', 'divide', 'retry']) await run(name);
        await attempt(run('refused'));
    });
});
await traceloop.forceFlush();
