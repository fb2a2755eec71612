// Talks MCP as an agent's program would: node client.mjs GENERATION HENCE STORE, or URL
//
// GENERATION is 1 (the SDK's first generation), legacy or auto (its second, in either era). With
// HENCE and STORE it speaks to `hence mcp`, with a URL to a server's /mcp. Prints "ok" when
// everything was as it should be.
import assert from 'node:assert/strict';

const [generation, hence, store] = process.argv.slice(2);

async function connect() {
    const first = generation === '1';
    const { Client } = await import(
        first ? '@modelcontextprotocol/sdk/client/index.js' : '@modelcontextprotocol/client'
    );
    const client = new Client(
        { name: 'hence-test', version: '1.0.0' },
        first ? {} : { versionNegotiation: { mode: generation } },
    );
    await client.connect(await transport(first));
    return client;
}

async function transport(first) {
    if (hence.startsWith('http://')) {
        const { StreamableHTTPClientTransport } = await import(
            first
                ? '@modelcontextprotocol/sdk/client/streamableHttp.js'
                : '@modelcontextprotocol/client'
        );
        const url = new URL(`${hence}/mcp?session=s1&agent=planner&run=r1`);
        return new StreamableHTTPClientTransport(url);
    }
    const { StdioClientTransport } = await import(
        first ? '@modelcontextprotocol/sdk/client/stdio.js' : '@modelcontextprotocol/client/stdio'
    );
    const args = ['--store', store, 'mcp', '--session', 's1', '--agent', 'planner', '--run', 'r1'];
    return new StdioClientTransport({ command: hence, args });
}

const client = await connect();
// The SDK checks every structured result against the schema that the server gave for it.
const { tools } = await client.listTools();
assert.equal(tools.length, 28);
assert.equal(tools[0].name, 'add_goal');

async function call(name, args) {
    const result = await client.callTool({ name, arguments: args });
    assert.ok(!result.isError, JSON.stringify(result));
    assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
    return result.structuredContent;
}

async function refused(name, args) {
    const result = await client.callTool({ name, arguments: args });
    assert.equal(result.isError, true);
    return result.content[0].text;
}

const goal = await call('add_goal', { label: 'Implement auth', confidence: 0.9 });
const decision = await call('record_decision', {
    label: 'Use JWT tokens',
    parent_id: goal.id,
    rationale: 'Stateless, scales horizontally',
    confidence: 0.8,
    alternatives: ['Use cookies', { option: 'Use server sessions', rejected_because: 'needs a store' }],
    decision_type: 'design',
    correlation: 'c1',
});
assert.equal(decision.options.length, 2);
const outcome = { label: 'No token leaked', parent_id: decision.id, correct: true };
await call('record_outcome', outcome);
assert.match(await refused('record_outcome', outcome), /has an outcome already/);
assert.match(await refused('add_goal', { label: 'x', confidence: 2 }), /"confidence"/);
assert.match(await refused('add_goal', {}), /"label"/);

const recent = await call('query_decisions', { query_type: 'recent_decisions' });
assert.equal(recent.nodes[0].rationale, 'Stateless, scales horizontally');
const node = await call('add_node', { type: 'action', label: 'Write it', parent_id: decision.id });
await call('update_node', { node_id: node.node.id, status: 'completed' });
const other = await call('record_decision', { label: 'Use PASETO', parent_id: goal.id });
await call('supersede_decision', { old_id: decision.id, new_id: other.id, rationale: 'simpler' });
const why = await call('explain_event', { event_id: decision.event });
assert.equal(why.chain.at(-1).event_id, decision.event);
const told = await call('debrief_run', { run_id: 'r1' });
assert.equal(told.path[0].action, 'decision:design');
const found = await call('search_events', { kinds: ['decision'], session: 's1' });
assert.equal(found.events.length, 2);
assert.equal(found.events[0].agent, 'planner');
assert.equal(found.events[0].summary, 'Decision: Use JWT tokens -> Use JWT tokens');
const whole = await call('get_event', { event_id: decision.event });
assert.equal(whole.event.id, decision.event);
const runs = await call('list_runs', { agent: 'planner' });
assert.equal(runs.runs[0].id, 'r1');
const checked = await call('check_refs', { refs: [decision.event, 'nothing:1'] });
assert.deepEqual(
    checked.refs.map((each) => each.resolves),
    [true, false],
);

const { resources } = await client.listResources();
assert.equal(resources[0].uri, 'hence://graphs/default/context');
const { contents } = await client.readResource({ uri: resources[0].uri });
assert.match(contents[0].text, /^## Active Goals\n- \[.{8}\] Implement auth/);
assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 1);
await assert.rejects(client.readResource({ uri: 'hence://graphs/none/context' }));
assert.equal((await client.listPrompts()).prompts[0].name, 'decisions');
const { messages } = await client.getPrompt({ name: 'decisions' });
assert.match(messages[0].content.text, /`record_decision`/);
await assert.rejects(client.callTool({ name: 'no_such_tool', arguments: {} }));
await client.close();

// Whoever comes next is told what was recorded.
const next = await connect();
assert.match(next.getInstructions(), /## Recent Decisions\n- \[.{8}\] Use PASETO/);
await next.close();
console.log('ok');
