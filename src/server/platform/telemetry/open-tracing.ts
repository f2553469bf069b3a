import { defaultTextMapGetter, diag, ROOT_CONTEXT } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Config } from '#server/platform/config/config.ts';
import { VERSION } from '#server/platform/config/version.ts';
import { setTracing, type Tracing } from '#server/platform/telemetry/trace.ts';

/**
 * Maximum number of spans that wait to be sent. Further spans are dropped. So an unreachable collector costs only the
 * memory of these spans and no time.
 */
const WAITING_MAX = 4_096;
const SENT_EVERY_MS = 2_000;

type Target = Pick<Config, 'isTraced' | 'OTEL_TRACES_SAMPLER_ARG' | 'OTEL_EXPORTER_OTLP_TIMEOUT'>;

/** Starts tracing if a collector is configured. Returns a function that stops tracing. */
export async function startTracing(target: Target, failed: (error: unknown) => void): Promise<() => Promise<void>> {
  const tracing = target.isTraced ? await openTracing(target, failed) : undefined;
  setTracing(tracing);
  return async () => {
    setTracing(undefined);
    await tracing?.stop();
  };
}

/**
 * Creates the tracing for a collector that accepts OTLP over HTTP. The libraries are loaded only here, so a process
 * without tracing never loads them. They read the standard settings of OpenTelemetry from the environment.
 */
async function openTracing(target: Target, failed: (error: unknown) => void): Promise<Tracing> {
  const { OTEL_TRACES_SAMPLER_ARG: ratio, OTEL_EXPORTER_OTLP_TIMEOUT: timeoutMillis } = target;
  const [sdk, { OTLPTraceExporter }, resources, { W3CTraceContextPropagator }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/core'),
  ]);
  // The libraries report invalid settings as warnings, and continue without them. `saying` reports failed exports.
  const quiet = (): void => undefined;
  const warn = (message: string): void => failed(new Error(message));
  diag.setLogger({ error: quiet, warn, info: quiet, debug: quiet, verbose: quiet }, { suppressOverrideMessage: true });
  const own = { 'service.name': 'greenlot', 'service.version': VERSION, 'process.pid': process.pid };
  const fromSettings = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes(own).merge(fromSettings),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: saying(new OTLPTraceExporter({ timeoutMillis }), failed),
        maxQueueSize: WAITING_MAX,
        scheduledDelayMillis: SENT_EVERY_MS,
        // Longer than the exporter's own timeout, so that the exporter gives up first and reports the failure.
        exportTimeoutMillis: 2 * timeoutMillis,
      }),
    ],
  });
  const propagator = new W3CTraceContextPropagator();
  return {
    tracer: provider.getTracer('greenlot'),
    readParent: (headersOf) => propagator.extract(ROOT_CONTEXT, headersOf, defaultTextMapGetter),
    // `saying` has already reported a failure to send.
    stop: () => provider.shutdown().catch(() => undefined),
  };
}

/**
 * Returns an exporter that reports an unreachable collector once. It reports again only if the collector was reachable
 * in between.
 */
function saying(exporter: SpanExporter, failed: (error: unknown) => void): SpanExporter {
  let isAway = false;
  return {
    export: (spans: ReadableSpan[], told) =>
      exporter.export(spans, (result) => {
        if (result.error && !isAway) failed(result.error);
        isAway = result.error !== undefined;
        told(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
