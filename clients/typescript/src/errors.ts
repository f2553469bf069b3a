import type { Error as Problem, FieldError } from './generated/types.gen.ts';

/** A code of the API. `/openapi.json` of a server lists those of each operation. */
export type ErrorCode = Problem['code'];

/**
 * The API refused a call. A failed connection is no `GreenlotError`, because the API then gave no answer: `fetch` throws
 * its own error.
 */
export class GreenlotError<Code extends string = ErrorCode> extends Error {
  override readonly name = 'GreenlotError';
  readonly status: number;
  /** Undefined if the answer has no code, such as a proxy's page. */
  readonly code: Code | undefined;
  /** The values in the message, such as a lowest price. */
  readonly params: Readonly<Record<string, string | number>>;
  /** The refused fields by their paths, such as `bids[2].quantity`. */
  readonly fields: Readonly<Record<string, FieldError>>;
  /** Objects that the error is about, such as bids that an edit would cancel. */
  readonly details: readonly Readonly<Record<string, string | number>>[];
  /** When to call again, if the server states it. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, problem: Partial<Problem>, retryAfterSeconds?: number) {
    super(problem.message ?? `HTTP status ${status}`);
    this.status = status;
    this.code = problem.code as Code | undefined;
    this.params = problem.params ?? {};
    this.fields = problem.fields ?? {};
    this.details = problem.details ?? [];
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Returns whether the API refused a call. With the operation's type of errors, such as `PlaceBidError`, the code is one
 * of those that the operation can return.
 */
export const isGreenlotError = <OfOperation extends { readonly code: ErrorCode } = Problem>(
  error: unknown,
): error is GreenlotError<OfOperation['code']> => error instanceof GreenlotError;

/** Returns the problem in an answer that is not a success. Other bodies, such as a proxy's page, become an empty one. */
export const problemIn = (body: unknown): Partial<Problem> =>
  typeof body === 'object' && body !== null && 'code' in body ? (body as Problem) : {};
