// A real agent, Vercel's AI SDK with its telemetry on, against a model that is scripted:
//     node agent.mjs MODEL_URL
//
// Where its spans go is for OpenTelemetry's own environment variables to say. Prints the answer.
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { OpenTelemetry } from '@ai-sdk/otel';
import { generateText, isStepCount, registerTelemetry, tool } from 'ai';
import { defaultResource, detectResources, envDetector } from '@opentelemetry/resources';
import { z } from 'zod';

const provider = new NodeTracerProvider({
    resource: defaultResource().merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
provider.register();
registerTelemetry(new OpenTelemetry());

const models = createOpenAICompatible({ name: 'scripted', baseURL: process.argv[2] });
const { text } = await generateText({
    model: models('scripted-1'),
    prompt: 'Weather in Paris?',
    tools: {
        get_weather: tool({
            description: 'The weather in a city',
            inputSchema: z.object({ city: z.string() }),
            execute: async ({ city }) => `rainy in ${city}`,
        }),
    },
    stopWhen: isStepCount(5),
    telemetry: { functionId: 'weather' },
});
console.log(text);
await provider.forceFlush();
await provider.shutdown();
