import type { Tracer } from '@opentelemetry/api';
import type { Context } from '@opentelemetry/api';
import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Tracing of this process; undefined without a collector. Without tracing, this file creates no spans. */
let tracing: Tracing | undefined;
const current = new AsyncLocalStorage<Span | undefined>();

/** Switches tracing of this process on; undefined switches it off. */
export const setTracing = (given: Tracing | undefined): void => void (tracing = given);

/** Returns the current span. */
export const currentSpan = (): Span | undefined => tracing && current.getStore();

/**
 * Runs a task within an existing span. Use it for queued work, which belongs to the span of the caller that queued it.
 */
export const runInSpan = <T>(span: Span | undefined, task: () => T): T => (tracing ? current.run(span, task) : task());

/**
 * Runs a task in a new span below the current span. `attributes` are our own ids and words, never user input. If the
 * task fails, the span records only the kind of the error.
 */
export async function withSpan<T>(
  name: string,
  attributes: Attributes,
  task: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  if (!tracing) return task(undefined);
  const span = tracing.tracer.startSpan(name, { attributes }, contextOf(current.getStore()));
  return current.run(span, async () => {
    try {
      return await task(span);
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/**
 * Links `one` span with other spans in both directions. For example, the span of a commit is linked with the spans of
 * all requests whose changes it commits.
 */
export function linkSpans(one: Span | undefined, others: readonly (Span | undefined)[]): void {
  if (!one) return;
  for (const other of others) {
    if (!other) continue;
    one.addLink({ context: other.spanContext() });
    other.addLink({ context: one.spanContext() });
  }
}

const contextOf = (span: Span | undefined) => (span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT);

function markFailed(span: Span, error: unknown): void {
  const { code, name = 'unknown' } = error as { code?: unknown; name?: string };
  span.setAttribute('error.type', typeof code === 'string' ? code : name);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

const requestSpans = new WeakMap<FastifyRequest, Span>();

/**
 * Creates a span for each request, named by its route's pattern. A `traceparent` header is read only behind a trusted
 * proxy; otherwise any client could join any trace.
 */
export function traceRequests(app: FastifyInstance, isProxied: boolean): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!tracing) return done();
    const { method, routeOptions, headers, id } = request;
    const route = routeOptions.url ?? '';
    const attributes = { 'http.request.method': method, 'http.route': route, 'greenlot.request_id': id };
    const parent = isProxied ? tracing.readParent(headers) : ROOT_CONTEXT;
    const span = tracing.tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    requestSpans.set(request, span);
    request.log = request.log.child({ traceId: span.spanContext().traceId });
    current.run(span, done);
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = requestSpans.get(request);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    if (request.refusal !== '') span?.setAttribute('error.type', request.refusal);
    span?.end();
  });
}

/** The parts of the tracing library that this file needs. */
export type Tracing = {
  readonly tracer: Tracer;
  /** Reads the parent span from a request's `traceparent` header (W3C Trace Context). */
  readParent(headers: object): Context;
  /** Sends the remaining spans while the collector accepts them, for at most five seconds. */
  stop(): Promise<void>;
};
