import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '#contract/basics/route.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Language } from '#domain/basics/language.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** Does something in one transaction: all of it or nothing. */
export type InTransaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** What a handler is given: checked input, the caller, and the one connection it may use. */
export type Call<R extends Route = Route> = {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** Nobody's placeholder (`userId` empty) for open routes; a real caller for all others. */
  readonly caller: Caller;
  readonly db: Db;
  /**
   * The one that is open; in an operation that makes its own, a new one that leaves its line in the audit trail where an
   * admin calls.
   */
  readonly inTransaction: InTransaction;
  /** The database's clock as this process estimates it. */
  readonly nowMs: number;
  /** When the call began, before its caller was read: ms on this process's monotonic clock. */
  readonly beganAtMs: number;
  /** The `Idempotency-Key`; empty where none was sent, or the route ignores it. */
  readonly key: string;
  readonly language: Language;
  readonly timeZone: string;
  /** Where the request came from, as the last trusted proxy says. */
  readonly address: string;
  /** The browser's `x-device-fingerprint`, empty where it sent none (docs/rules.md#specified-calls). */
  readonly fingerprint: string;
  /**
   * The `confirm-cancellation` header: the sealed bids that an administrator agrees to cancel; empty without the
   * header.
   */
  readonly confirmation: string;
  /** Runs once the transaction is committed: waking rooms and other processes. Must not fail the call. */
  afterCommit(task: () => void): void;
};

export type Operation = {
  readonly route: Route;
  readonly handle: (call: Call) => Promise<unknown>;
  readonly ownTransactions: boolean;
};

type OperationOptions = {
  /** The handler makes its own transactions, as everything that goes through a bidding room does. */
  readonly ownTransactions?: boolean;
};

/** Binds a handler to its contract. What happens around it, the same for every call, is read in `answer.ts`. */
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

/** Binds a handler that makes its own transactions. */
export const operationWithoutTransaction = <R extends Route>(
  route: R,
  handler: (call: Call<R>) => Promise<ReplyOf<R>>,
): Operation => operation(route, handler, { ownTransactions: true });

/** As a deployment answers that has switched the feature off, whoever asks (docs/rules.md#configuration). */
export const switchedOff = (one: Operation): Operation => ({
  ...one,
  handle: () => Promise.reject(new Refused('feature_disabled')),
});
