// Vercel's AI SDK 6 with its telemetry, over OTLP in JSON: tools, and an agent that a tool runs.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { stepCountIs } from 'ai';
import { baseURL, gpt } from './kit.mjs';
import { runAll } from './kit_vercel_ai.mjs';

const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'case' }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
provider.register();

const model = createOpenAICompatible({ name: 'scripted', baseURL, includeUsage: true })(gpt);
await runAll((prompt, functionId) => ({
    model,
    prompt,
    stopWhen: stepCountIs(5),
    maxRetries: 1,
    experimental_telemetry: { isEnabled: true, functionId },
}));
await provider.shutdown();
