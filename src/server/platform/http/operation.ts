import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '#contract/basics/route.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Language } from '#domain/basics/language.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** Runs work in one transaction: either all its changes are stored, or none. */
export type InTransaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** The arguments of a handler: validated input, the caller, and the one database connection it may use. */
export type Call<R extends Route = Route> = {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** The caller. On open routes it is a placeholder with an empty `userId`. */
  readonly caller: Caller;
  readonly db: Db;
  /**
   * Normally runs work in the call's open transaction. For an operation with `ownTransactions`, each use opens a new
   * transaction, and adds a line to the audit trail if the caller is an administrator.
   */
  readonly inTransaction: InTransaction;
  /** The current time on the database's clock, as this process estimates it; ms since 1970. */
  readonly nowMs: number;
  /** Start of the call, before authentication: ms on this process's monotonic clock. */
  readonly beganAtMs: number;
  /** The `Idempotency-Key` header; empty if none was sent or the route ignores it. */
  readonly key: string;
  readonly language: Language;
  /** The time zone that the caller names, else that of the platform. */
  readonly timeZone: string;
  /** The time zone that the caller names; undefined if it names none. */
  readonly ownTimeZone?: string | undefined;
  /** The client's address, as reported by the last trusted proxy. */
  readonly address: string;
  /** The browser's `x-device-fingerprint` header; empty if none was sent (docs/rules.md#specified-calls). */
  readonly fingerprint: string;
  /**
   * The `confirm-cancellation` header: the sealed bids that an administrator agrees to cancel; empty without the
   * header.
   */
  readonly confirmation: string;
  /** Runs a task after the commit, such as waking rooms and other processes. The task must not throw. */
  afterCommit(task: () => void): void;
};

/** A route with its handler. With `ownTransactions`, the handler makes its own transactions. */
export type Operation = {
  readonly route: Route;
  readonly handle: (call: Call) => Promise<unknown>;
  readonly ownTransactions: boolean;
  /** Refuses a call as the handler would, without its effect. For acts in a room that need an approval (decision 130). */
  readonly tryOut?: (call: Call) => Promise<void>;
};

type OperationOptions = {
  /** The handler makes its own transactions, as all calls of a bidding room do. */
  readonly ownTransactions?: boolean;
};

/** Binds a handler to its route. `answer.ts` has the steps around the handler, which are the same for every call. */
export function operation<R extends Route>(
  route: R,
  handler: (call: Call<R>) => Promise<ReplyOf<R>>,
  options: OperationOptions = {},
): Operation {
  return {
    route,
    handle: handler,
    ownTransactions: options.ownTransactions ?? false,
  };
}

/** Binds a handler that makes its own transactions to its route. */
export const operationWithoutTransaction = <R extends Route>(
  route: R,
  handler: (call: Call<R>) => Promise<ReplyOf<R>>,
): Operation => operation(route, handler, { ownTransactions: true });

/** Returns an operation that refuses every call, because its feature is disabled (docs/rules.md#configuration). */
export const switchedOff = (one: Operation): Operation => ({
  ...one,
  handle: () => Promise.reject(new Refused('feature_disabled')),
});
