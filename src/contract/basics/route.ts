import * as z from 'zod/mini';
import type { ErrorCode } from '#contract/errors/errors.ts';
import type { FileLimit } from '#domain/basics/file-limit.ts';

/** Who may call at all; what a caller may see or do with a given auction is decided by `domain/access`. */
export type RouteAccess = 'open' | 'signedIn' | 'user' | 'admin';

/**
 * One constant describes an operation for both sides: the server registers it, the browser calls it, OpenAPI is
 * generated from it. Paths use `{name}` for parameters.
 */
export type Route<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> = {
  /** Whose: the auction API's, below its base URL, or the identity service's (specification 7). */
  readonly at: 'auction' | 'identity';
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly access: RouteAccess;
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
  /** Codes that this operation can refuse with, besides those that every operation shares. */
  readonly refuses: readonly ErrorCode[];
  /**
   * A repeat with the same `Idempotency-Key` header gets the first answer. Required where requests go to an auction's room,
   * which knows them by it (rules 3.1, decision 61); null where the header is ignored.
   */
  readonly idempotencyKey: 'required' | 'optional' | null;
  /** The body is sent as `multipart/form-data`, since it holds a file of at most so many bytes. */
  readonly file: FileLimit<ErrorCode> | null;
};

const nothing = z.strictObject({});
type Nothing = typeof nothing;

type RouteInput<P, Q, B, R> = {
  at?: Route['at'];
  method: Route['method'];
  path: string;
  access: RouteAccess;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  reply: R;
  refuses?: readonly ErrorCode[];
  idempotencyKey?: Route['idempotencyKey'];
  file?: Route['file'];
};

export function route<
  Reply extends z.ZodMiniType,
  Params extends z.ZodMiniType = Nothing,
  Query extends z.ZodMiniType = Nothing,
  Body extends z.ZodMiniType = Nothing,
>(input: RouteInput<Params, Query, Body, Reply>): Route<Params, Query, Body, Reply> {
  return {
    at: 'auction',
    refuses: [],
    idempotencyKey: null,
    file: null,
    ...input,
    params: input.params ?? (nothing as unknown as Params),
    query: input.query ?? (nothing as unknown as Query),
    body: input.body ?? (nothing as unknown as Body),
  };
}

export type ParamsOf<R extends Route> = z.output<R['params']>;
export type QueryOf<R extends Route> = z.output<R['query']>;
export type BodyOf<R extends Route> = z.output<R['body']>;
export type ReplyOf<R extends Route> = z.output<R['reply']>;
