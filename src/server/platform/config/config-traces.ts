import * as z from 'zod';
import { webAddress } from '#server/platform/config/config-values.ts';

/** Trace settings, under the standard names of OpenTelemetry. */
export const traceSettings = {
  /** An OpenTelemetry collector that accepts OTLP over HTTP. Unset means no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress,
  /** Headers for each request to the collector, as `name=value,…`; may hold a secret. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[\w-]+=[^,=\s]+(,[\w-]+=[^,=\s]+)*$/)
    .optional()
    .describe('name=value pairs, separated by commas'),
  OTEL_SERVICE_NAME: z.string().min(1).default('greenlot'),
  /** Share of requests that are traced, from 0 to 1. A trusted proxy's sampling decision takes precedence. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).describe('a number from 0 to 1'),
};

const settings = z.object(traceSettings);

export type TraceTarget = {
  /** Where traces are sent: `<endpoint>/v1/traces`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly service: string;
  readonly ratio: number;
};

/** Returns the trace target; undefined if tracing is off. */
export function traceTargetOf(values: z.output<typeof settings>): TraceTarget | undefined {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const pairs = (values.OTEL_EXPORTER_OTLP_HEADERS ?? '').split(',').filter(Boolean);
  return {
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string])),
    service: values.OTEL_SERVICE_NAME,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  };
}
