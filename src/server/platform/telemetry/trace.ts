import type { Tracer } from '@opentelemetry/api';
import type { Context } from '@opentelemetry/api';
import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A piece of work that is timed as part of something larger (decision 54). */
export type Step = Span;

/** Of this process; undefined where no collector is configured: then nothing here does anything. */
let tracing: Tracing | undefined;
const current = new AsyncLocalStorage<Step | undefined>();

/** From now on, until it is given nothing, whatever happens in this process is traced. */
export const traceBy = (given: Tracing | undefined): void => void (tracing = given);

/** The step that is under way. */
export const stepHere = (): Step | undefined => tracing && current.getStore();

/** Runs something as part of a step that began elsewhere: what waited in a queue belongs to who queued it. */
export const asPartOf = <T>(step: Step | undefined, task: () => T): T => (tracing ? current.run(step, task) : task());

/**
 * Runs something as a step of its own, part of the one that is under way. Attributes are ids and words of ours, never what
 * somebody typed. Of what it throws only the kind is told.
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

/** Says in each of both that it belongs to the other as well: many requests share a commit. */
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
 * Makes a trace step for each request, named by its route's pattern. A `traceparent` header counts only behind a trusted
 * proxy: otherwise anybody could join any trace.
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

export type Tracing = {
  readonly tracer: Tracer;
  /** What a request says that it is part of, in its `traceparent` (W3C Trace Context). */
  readParent(headers: object): Context;
  /** Sends what is left, as long as the collector takes it, five seconds at most. */
  stop(): Promise<void>;
};
