import type { Tracer } from '@opentelemetry/api';
import type { Context } from '@opentelemetry/api';
import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A span: a piece of work that is timed as part of a larger one (decision 54). */
export type Step = Span;

/** Tracing of this process. It is undefined without a collector; then the functions of this file do nothing. */
let tracing: Tracing | undefined;
const current = new AsyncLocalStorage<Step | undefined>();

/** Switches tracing of this process on; undefined switches it off. */
export const traceBy = (given: Tracing | undefined): void => void (tracing = given);

/** Returns the current span. */
export const stepHere = (): Step | undefined => tracing && current.getStore();

/** Runs a task within a span that began elsewhere. Work from a queue belongs to the caller that queued it. */
export const asPartOf = <T>(step: Step | undefined, task: () => T): T => (tracing ? current.run(step, task) : task());

/**
 * Runs a task in a span of its own, below the current one. Attributes are our own ids and words, never user input. Of
 * an error only its kind is recorded.
 */
export async function inStep<T>(
  name: string,
  attributes: Attributes,
  task: (step: Step | undefined) => Promise<T>,
): Promise<T> {
  if (!tracing) return task(undefined);
  const step = tracing.tracer.startSpan(name, { attributes }, contextOf(current.getStore()));
  return current.run(step, async () => {
    try {
      return await task(step);
    } catch (error) {
      markFailed(step, error);
      throw error;
    } finally {
      step.end();
    }
  });
}

/** Links a span with others in both directions, because many requests share a commit. */
export function joinSteps(one: Step | undefined, others: readonly (Step | undefined)[]): void {
  if (!one) return;
  for (const other of others) {
    if (!other) continue;
    one.addLink({ context: other.spanContext() });
    other.addLink({ context: one.spanContext() });
  }
}

const contextOf = (step: Step | undefined) => (step ? trace.setSpan(ROOT_CONTEXT, step) : ROOT_CONTEXT);

function markFailed(step: Step, error: unknown): void {
  const { code, name = 'unknown' } = error as { code?: unknown; name?: string };
  step.setAttribute('error.type', typeof code === 'string' ? code : name);
  step.setStatus({ code: SpanStatusCode.ERROR });
}

const steps = new WeakMap<FastifyRequest, Step>();

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
    const step = tracing.tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    steps.set(request, step);
    request.log = request.log.child({ traceId: step.spanContext().traceId });
    current.run(step, done);
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const step = steps.get(request);
    step?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) step?.setStatus({ code: SpanStatusCode.ERROR });
    if (request.refusal !== '') step?.setAttribute('error.type', request.refusal);
    step?.end();
  });
}

/** The tracing library, as far as this file needs it. */
export type Tracing = {
  readonly tracer: Tracer;
  /** Reads the parent span from a request's `traceparent` header (W3C Trace Context). */
  readParent(headers: object): Context;
  /** Sends the remaining spans while the collector accepts them, for at most five seconds. */
  stop(): Promise<void>;
};
