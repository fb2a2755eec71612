// Vercel's AI SDK 7 with its telemetry for OpenTelemetry: tools, and an agent that a tool runs.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { OpenTelemetry } from '@ai-sdk/otel';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { isStepCount, registerTelemetry } from 'ai';
import { baseURL, gpt } from './kit.mjs';
import { runAll } from './kit_vercel_ai.mjs';

const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'case' }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
provider.register();
registerTelemetry(new OpenTelemetry());

const model = createOpenAICompatible({ name: 'scripted', baseURL, includeUsage: true })(gpt);
await runAll((prompt, functionId) => ({
    model,
    prompt,
    stopWhen: isStepCount(5),
    maxRetries: 1,
    telemetry: { functionId },
}));
await provider.shutdown();
