import type { Receipt } from '#domain/record/receipt.ts';
import type { ErrorDetail, FieldError } from '#contract/errors/errors.ts';

/**
 * The body of every answer other than success (docs/rules.md#answers): a problem of RFC 9457 with our own members.
 * Messages are in the caller's language.
 */
export type ErrorBody = FieldError & {
  /** A URN with the code. */
  readonly type: string;
  /** The code in words, in English. It is the same for each answer with this code. */
  readonly title: string;
  readonly status: number;
  /** The message, and each refused field with its reason. */
  readonly detail: string;
  readonly fields?: Readonly<Record<string, FieldError>>;
  readonly details?: readonly ErrorDetail[];
  /** Proves that a late bid and its refusal were recorded. */
  readonly receipt?: Receipt;
};

/** Returns the title of a problem with this code. */
export const titleOf = (code: string): string => code.replaceAll(/[_-]/g, ' ');
