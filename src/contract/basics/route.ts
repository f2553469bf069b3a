import * as z from 'zod/mini';
import { idSchema } from '#contract/basics/basics.ts';
import type { ErrorCode } from '#contract/errors/errors.ts';
import type { FileLimit } from '#domain/basics/file-limit.ts';

/** The roles that may call an operation. `domain/access` then decides what the caller may do in a given auction. */
export type RouteAccess = 'open' | 'signedIn' | 'user' | 'admin';

/**
 * Describes an operation for both sides in one constant. The server registers it, the browser calls it, and OpenAPI is
 * generated from it. Paths use `{name}` for parameters.
 */
export type Route<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> = {
  /** The service: the auction API, below its base URL, or the identity service (docs/rules.md#specified-calls). */
  readonly at: 'auction' | 'identity';
  readonly method: Method;
  readonly path: string;
  readonly access: RouteAccess;
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
  /** Error codes of this operation, in addition to those that every operation shares. */
  readonly refuses: readonly ErrorCode[];
  /**
   * A repeated request with the same `Idempotency-Key` header gets the first answer. Required for requests that go to
   * an auction's room, because the room identifies requests by the key (docs/rules.md#repeated-calls, decision 61).
   * Null if the header is ignored.
   */
  readonly idempotencyKey: 'required' | 'optional' | null;
  /** If set, the body is `multipart/form-data` and contains a file. The limit has the file's maximum size in bytes. */
  readonly file: FileLimit<ErrorCode> | null;
};

const nothing = z.strictObject({});
type Nothing = typeof nothing;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Endpoint = `${Method} /${string}`;

/** Access by the first part of the path. It takes precedence over `access` in a route that is spread into the input. */
const ACCESS_OF: Partial<Record<string, RouteAccess>> = { admin: 'admin', user: 'user', seller: 'user' };

/** A route below `/admin`, `/user` or `/seller` may leave out its access. Any other route must state it. */
type AccessOf<At extends Endpoint> = At extends `${Method} /${'admin' | 'user' | 'seller'}/${string}`
  ? { access?: RouteAccess }
  : { access: RouteAccess };

type NamesIn<At extends string> = At extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Path parameters are ids, unless the route has another schema for them. */
type ParamsIn<At extends Endpoint, Own> = z.ZodMiniObject<
  {
    [Name in NamesIn<At>]: Own extends { shape: Record<Name, infer Schema extends z.ZodMiniType> }
      ? Schema
      : typeof idSchema;
  },
  z.core.$strict
>;

type RouteInput<Own, Query, Body, Reply> = {
  summary: string;
  params?: Own;
  query?: Query;
  body?: Body;
  /** Left out if the reply contains no data. */
  reply?: Reply;
  refuses?: readonly ErrorCode[];
  idempotencyKey?: Route['idempotencyKey'];
  file?: Route['file'];
};

/**
 * Describes the operation of an endpoint such as `GET /admin/auctions/{id}`. The path determines the parameters, the
 * access and the service. The other settings may come from another route, which is spread into the input.
 */
export function route<
  const At extends Endpoint,
  Reply extends z.ZodMiniType = Nothing,
  Own extends z.ZodMiniObject = Nothing,
  Query extends z.ZodMiniType = Nothing,
  Body extends z.ZodMiniType = Nothing,
>(
  endpoint: At,
  input: RouteInput<Own, Query, Body, Reply> & AccessOf<At>,
): Route<ParamsIn<At, Own>, Query, Body, Reply> {
  const [method, path] = endpoint.split(' ') as [Method, string];
  const [, part = ''] = path.split('/');
  return {
    refuses: [],
    idempotencyKey: null,
    file: null,
    ...input,
    at: part === 'api' || part === 'connect' ? 'identity' : 'auction',
    method,
    path,
    access: ACCESS_OF[part] ?? input.access ?? 'admin',
    params: z.strictObject(shapeIn(path, input.params)) as ParamsIn<At, Own>,
    query: input.query ?? (nothing as unknown as Query),
    body: input.body ?? (nothing as unknown as Body),
    reply: input.reply ?? (nothing as unknown as Reply),
  };
}

const shapeIn = (path: string, own: z.ZodMiniObject = nothing) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, own.shape[name] ?? idSchema]));

export type ParamsOf<R extends Route> = z.output<R['params']>;
export type QueryOf<R extends Route> = z.output<R['query']>;
export type BodyOf<R extends Route> = z.output<R['body']>;
export type ReplyOf<R extends Route> = z.output<R['reply']>;
