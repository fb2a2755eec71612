// Gemini CLI with its own tools: a shell command, and a file that is not there.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { begin, url } from './kit.mjs';

const program = fileURLToPath(
    new URL('node_modules/@google/gemini-cli/bundle/gemini.js', import.meta.url),
);
mkdirSync('.gemini');
writeFileSync(
    '.gemini/settings.json',
    JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        telemetry: {
            enabled: true,
            target: 'local',
            otlpEndpoint: process.env.COLLECTOR,
            otlpProtocol: 'http',
            logPrompts: true,
            traces: true,
        },
    }),
);

function run(prompt) {
    const child = spawn(
        process.execPath,
        [program, '-m', 'gemini-2.5-flash', '--approval-mode', 'yolo', '-p', prompt],
        {
            stdio: ['ignore', 'inherit', 'inherit'],
            timeout: 100_000,
            env: {
                ...process.env,
                GEMINI_API_KEY: 'none',
                GOOGLE_GEMINI_BASE_URL: url,
                GEMINI_TELEMETRY_TRACES_ENABLED: 'true',
                GEMINI_CLI_TRUST_WORKSPACE: 'true',
            },
        },
    );
    return new Promise((resolve) => child.on('close', resolve));
}

const calls = [
    ['run_shell_command', { command: 'echo hello', description: 'Say hello.' }],
    ['read_file', { file_path: 'missing.txt' }],
];
await run(
    await begin('weather', {
        agents: ['gemini-cli'],
        prompt: 'Say hello and look for a file.',
        steps: [{ calls, text: 'Let me look.' }, { text: 'The file is not there.' }],
    }),
);
await run(await begin('refused', { agents: ['gemini-cli'] }));
