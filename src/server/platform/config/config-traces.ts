import * as z from 'zod';
import { onOff, webAddress } from '#server/platform/config/config-values.ts';

/** Read by the OpenTelemetry libraries themselves. It is named here so that misspelled names are found. */
const readByLibrary = z.string().optional();

/** Trace settings, under the standard names of OpenTelemetry. Its libraries know more of them. */
export const traceSettings = {
  /** An OpenTelemetry collector that accepts OTLP over HTTP. Unset means no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress,
  /** Share of requests that are traced, from 0 to 1. A trusted proxy's sampling decision takes precedence. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).describe('a number from 0 to 1'),
  /** Milliseconds until a request to the collector fails. */
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce.number().int().min(1).default(5_000).describe('milliseconds, such as 5000'),
  /** Headers for each request to the collector, as `name=value,…`, percent-encoded; may hold a secret. */
  OTEL_EXPORTER_OTLP_HEADERS: readByLibrary,
  OTEL_EXPORTER_OTLP_COMPRESSION: readByLibrary,
  OTEL_SERVICE_NAME: readByLibrary,
  OTEL_RESOURCE_ATTRIBUTES: readByLibrary,
  /** Switches traces off. */
  OTEL_SDK_DISABLED: onOff.default(false),
};
