import { defaultTextMapGetter, ROOT_CONTEXT } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { TraceTarget } from '#server/platform/config/config-traces.ts';
import { setTracing, type Tracing } from '#server/platform/telemetry/trace.ts';

/**
 * Maximum number of spans that wait to be sent. Further spans are dropped. So an unreachable collector costs only the
 * memory of these spans and no time.
 */
const WAITING_MAX = 4_096;
const SENT_EVERY_MS = 2_000;
const ANSWER_MS_MAX = 5_000;

/** Starts tracing if a collector is configured. Returns a function that stops tracing. */
export async function startTracing(
  target: TraceTarget | undefined,
  failed: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const tracing = target && (await openTracing(target, failed));
  setTracing(tracing);
  return async () => {
    setTracing(undefined);
    await tracing?.stop();
  };
}

/**
 * Creates the tracing for a collector that accepts OTLP over HTTP. The libraries are loaded only here, so a process
 * without tracing never loads them.
 */
async function openTracing(target: TraceTarget, failed: (error: unknown) => void): Promise<Tracing> {
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }, { W3CTraceContextPropagator }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/core'),
  ]);
  const { url, headers, service, ratio } = target;
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: ANSWER_MS_MAX });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'process.pid': process.pid }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: saying(exporter, failed),
        maxQueueSize: WAITING_MAX,
        scheduledDelayMillis: SENT_EVERY_MS,
        // Longer than the exporter's own timeout, so that the exporter gives up first and reports the failure.
        exportTimeoutMillis: 2 * ANSWER_MS_MAX,
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
