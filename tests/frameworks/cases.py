"""The table of cases: a row for each way in which a framework tells its work.

A case has the program agents/NAME_agent.py (or agents/node/NAME_agent.mjs), runs in an environment of
environments/, and shows the versions of its packages. `variables` are set for the program.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Case:
    name: str
    title: str
    environment: str
    packages: tuple
    variables: dict = field(default_factory=dict)
    protocol: str = "http/protobuf"
    program: str = ""  # Where several cases run the same program.
    as_sent: dict = field(default_factory=dict)  # Points that the framework itself tells otherwise, and how.

    @property
    def script(self):
        node = self.environment.startswith("node")
        name = (self.program or self.name) + "_agent"
        return f"node/{name}.mjs" if node else f"{name}.py"


SEMANTIC = {"OTEL_SEMCONV_STABILITY_OPT_IN": "gen_ai_latest_experimental",
            "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT": "SPAN_ONLY"}

CASES = [
    Case("openinference_openai", "OpenAI SDK with OpenInference", "openinference",
         ("openinference-instrumentation-openai", "openai")),
    Case("openinference_responses", "OpenAI SDK (responses) with OpenInference", "openinference",
         ("openinference-instrumentation-openai", "openai")),
    Case("openinference_anthropic", "Anthropic SDK with OpenInference", "openinference",
         ("openinference-instrumentation-anthropic", "anthropic")),
    Case("genai_anthropic", "Anthropic SDK with OpenTelemetry's genai-anthropic", "genai_anthropic",
         ("opentelemetry-instrumentation-genai-anthropic", "anthropic"), {**SEMANTIC, "GENAI": "1"},
         program="openinference_anthropic"),
    Case("openinference_mistral", "Mistral SDK with OpenInference", "mistral",
         ("openinference-instrumentation-mistralai", "mistralai")),
    Case("openai_v2", "OpenAI SDK with OpenTelemetry's openai-v2 (spans and logs)", "official",
         ("opentelemetry-instrumentation-openai-v2", "openai"),
         {"OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT": "true"}),
    Case("genai_openai", "OpenAI SDK with OpenTelemetry's genai-openai", "genai",
         ("opentelemetry-instrumentation-genai-openai", "openai"), SEMANTIC, protocol="grpc"),
    Case("openai_twice", "OpenAI SDK with OpenInference and genai-openai at once", "both",
         ("openinference-instrumentation-openai", "opentelemetry-instrumentation-genai-openai", "openai"),
         SEMANTIC),
    Case("openai_thrice", "OpenAI SDK with OpenInference, genai-openai and OpenLLMetry at once", "three",
         ("openinference-instrumentation-openai", "opentelemetry-instrumentation-genai-openai",
          "opentelemetry-instrumentation-openai"), SEMANTIC),
    Case("logfire_openai", "OpenAI SDK with Logfire", "logfire", ("logfire", "openai")),
    Case("laminar", "OpenAI SDK with Laminar", "laminar", ("lmnr", "openai")),
    Case("langgraph", "LangGraph with OpenInference", "langchain",
         ("openinference-instrumentation-langchain", "langgraph", "langchain")),
    Case("langgraph_openai", "LangGraph and OpenAI SDK, both with OpenInference", "langchain",
         ("openinference-instrumentation-langchain", "openinference-instrumentation-openai", "langgraph"),
         {"ALSO_OPENAI": "1"}, program="langgraph"),
    Case("genai_langchain", "LangGraph with OpenTelemetry's genai-langchain", "genai_langchain",
         ("opentelemetry-instrumentation-genai-langchain", "langgraph", "langchain"), SEMANTIC,
         program="langgraph_boss"),
    Case("mlflow", "LangGraph with MLflow", "mlflow", ("mlflow", "langgraph", "langchain"),
         {"MLFLOW": "1", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": "http/protobuf"}, program="langgraph_boss"),
    Case("langsmith", "LangGraph with LangSmith's OpenTelemetry mode", "langsmith",
         ("langsmith", "langgraph", "langchain"), {
             "LANGSMITH_TRACING": "true", "LANGSMITH_OTEL_ENABLED": "true", "LANGSMITH_OTEL_ONLY": "true",
             "LANGCHAIN_TRACING_V2": "true", "LANGSMITH_API_KEY": "none",
             "LANGSMITH_ENDPOINT": "http://127.0.0.1:9"}, program="langgraph",
         as_sent=dict.fromkeys(("calls", "failures"), "a failed call may have the status ok")),
    Case("langfuse", "Langfuse SDK (OpenAI wrapper, LangChain handler)", "langfuse",
         ("langfuse", "langchain")),
    Case("traceloop", "Traceloop SDK (OpenLLMetry)", "traceloop", ("traceloop-sdk", "openai", "anthropic"),
         {"TRACELOOP_TELEMETRY": "false"}),
    Case("traceloop_langgraph", "LangGraph with Traceloop SDK (OpenLLMetry)", "traceloop_langgraph",
         ("traceloop-sdk", "langgraph", "langchain"), {"TRACELOOP_TELEMETRY": "false"}),
    Case("openlit", "LangGraph with OpenLIT", "openlit", ("openlit", "langgraph", "langchain"),
         as_sent={"agents": "the nodes of the graph are sent as agents"}),
    Case("openai_agents", "OpenAI Agents SDK with OpenInference", "agents",
         ("openinference-instrumentation-openai-agents", "openai-agents")),
    Case("genai_openai_agents", "OpenAI Agents SDK with OpenTelemetry's genai pair", "genai",
         ("opentelemetry-instrumentation-genai-openai-agents", "openai-agents"),
         {**SEMANTIC, "GENAI": "1"}, program="openai_agents"),
    Case("openai_agents_v2", "OpenAI Agents SDK with OpenTelemetry's openai-agents-v2", "agents_v2",
         ("opentelemetry-instrumentation-openai-agents-v2", "openai-agents"),
         {**SEMANTIC, "AGENTS_V2": "1"}, program="openai_agents",
         as_sent={"agents": "every call has the name `OpenAI Agent`",
                  "tools": "a call is sent as Python prints it",
                  "asked": "a call is sent as Python prints it"}),
    Case("logfire_openai_agents", "OpenAI Agents SDK with Logfire", "logfire", ("logfire", "openai-agents"),
         {"LOGFIRE": "1"}, program="openai_agents",
         as_sent={"sessions": "Logfire removes what has `session` in it"}),
    Case("llama_index", "LlamaIndex AgentWorkflow with OpenInference", "llama_index",
         ("openinference-instrumentation-llama-index", "llama-index-core")),
    Case("crewai", "CrewAI with OpenInference", "crewai",
         ("openinference-instrumentation-crewai", "openinference-instrumentation-openai", "crewai")),
    Case("smolagents", "smolagents with OpenInference", "smolagents",
         ("openinference-instrumentation-smolagents", "smolagents")),
    Case("agno", "Agno with OpenInference", "agno", ("openinference-instrumentation-agno", "agno")),
    Case("dspy", "DSPy ReAct with OpenInference", "dspy", ("openinference-instrumentation-dspy", "dspy"),
         as_sent={"tools": "tools are named `lookup.__call__`"}),
    Case("pydantic_ai", "Pydantic AI (OpenAI)", "pydantic_ai", ("pydantic-ai-slim",)),
    Case("logfire_pydantic_ai", "Pydantic AI (OpenAI) with Logfire", "logfire",
         ("logfire", "pydantic-ai-slim"), {"LOGFIRE": "1"}, program="pydantic_ai"),
    Case("pydantic_ai_anthropic", "Pydantic AI (Anthropic)", "pydantic_ai",
         ("pydantic-ai-slim", "anthropic"), {"PROVIDER": "anthropic"}, program="pydantic_ai"),
    Case("google_adk", "Google ADK (with LiteLLM)", "adk", ("google-adk", "litellm"), SEMANTIC,
         as_sent={"tokens": "ADK adds reasoning tokens to the output tokens of LiteLLM"}),
    Case("strands", "Strands Agents", "strands", ("strands-agents",)),
    Case("strands_latest", "Strands Agents, latest conventions", "strands", ("strands-agents",),
         {"OTEL_SEMCONV_STABILITY_OPT_IN": "gen_ai_latest_experimental"}, program="strands"),
    Case("litellm", "LiteLLM with its otel callback", "litellm", ("litellm",),
         as_sent={"asked": "every model call is a trace of its own"}),
    Case("semantic_kernel", "Semantic Kernel (spans and logs)", "semantic_kernel", ("semantic-kernel",),
         {"SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS_SENSITIVE": "true"}),
    Case("agent_framework", "Microsoft Agent Framework", "agent_framework",
         ("agent-framework-core", "agent-framework-openai"), {"ENABLE_INSTRUMENTATION": "true",
                                                            "ENABLE_SENSITIVE_DATA": "true"}),
    Case("ag2", "AG2", "ag2", ("ag2",)),
    Case("autogen", "AutoGen AgentChat with OpenInference", "autogen",
         ("openinference-instrumentation-autogen-agentchat", "autogen-agentchat")),
    Case("autogen_core", "AutoGen AgentChat with its own spans", "autogen", ("autogen-agentchat",),
         {"OWN_SPANS": "1"}, program="autogen", as_sent=dict.fromkeys(
             ("calls", "failures", "tokens", "asked"), "no span tells a model call")),
    Case("haystack", "Haystack", "haystack", ("haystack-ai", "opentelemetry-haystack"),
         {"HAYSTACK_CONTENT_TRACING_ENABLED": "true"}),
    Case("vercel_ai", "Vercel AI SDK 7", "node_vercel", ("ai", "@ai-sdk/otel")),
    Case("vercel_ai_6", "Vercel AI SDK 6", "node_vercel_6", ("ai",), protocol="http/json"),
    Case("openinference_vercel", "Vercel AI SDK 6 with OpenInference", "node_openinference_vercel",
         ("ai", "@arizeai/openinference-vercel")),
    Case("anthropic_js", "Anthropic SDK for JavaScript with OpenInference", "node_anthropic",
         ("@anthropic-ai/sdk", "@arizeai/openinference-instrumentation-anthropic"),
         as_sent=dict.fromkeys(("tools", "arguments", "results", "asked"),
                               "of several results in a message, the last alone is sent")),
    Case("langchain_js", "LangChain for JavaScript with OpenInference", "node_langchain",
         ("langchain", "@langchain/langgraph", "@arizeai/openinference-instrumentation-langchain")),
    Case("traceloop_js", "Traceloop SDK for JavaScript (OpenLLMetry)", "node_traceloop",
         ("@traceloop/node-server-sdk", "openai")),
    Case("openai_agents_js", "OpenAI Agents SDK for JavaScript, OpenInference on its client", "node_agents",
         ("@openai/agents", "@arizeai/openinference-instrumentation-openai"),
         as_sent={"asked": "every model call is a trace of its own"}),
    Case("genkit", "Genkit", "node_genkit", ("genkit", "@genkit-ai/compat-oai")),
    Case("gemini_cli", "Gemini CLI (spans and logs)", "node_gemini", ("@google/gemini-cli",)),
    Case("mastra", "Mastra", "node_mastra", ("@mastra/core", "@mastra/otel-exporter")),
]
