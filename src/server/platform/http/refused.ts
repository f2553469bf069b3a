import { ERRORS, type ErrorCode, type ErrorDetail, type ErrorParams } from '#contract/errors/errors.ts';
import type { Language } from '#domain/basics/language.ts';
import type { Refusal, Result } from '#domain/basics/result.ts';

/** The things that a refusal speaks of, in the caller's language. */
export type RefusalDetails = (language: Language) => readonly ErrorDetail[];

export type FieldRefusal = { readonly code: ErrorCode; readonly params?: ErrorParams };

/** An expected "no", thrown by handlers and turned into an answer in the caller's language in one place. */
export class Refused extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams | undefined;
  readonly fields: Readonly<Record<string, FieldRefusal>> | undefined;
  readonly details: RefusalDetails | undefined;

  constructor(
    code: ErrorCode,
    params?: ErrorParams,
    fields?: Readonly<Record<string, FieldRefusal>>,
    details?: RefusalDetails,
  ) {
    super(code);
    this.code = code;
    this.params = params;
    this.fields = fields;
    this.details = details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/**
 * Returns what a rule accepted.
 * @throws Refused with the fields that it refused
 */
export function requireAccepted<Value>(
  result: Result<Value, Readonly<Record<string, Refusal<ErrorCode> | undefined>>>,
): Value {
  if (result.ok) return result.value;
  refuseFields(result.refused);
  throw new Error('refused without a reason');
}

/** Throws where any field has something to complain about; the answer's own code is the first field's. */
export function refuseFields(fields: Readonly<Record<string, Refusal<ErrorCode> | undefined>>): void {
  const found = Object.entries(fields).filter((entry): entry is [string, FieldRefusal] => entry[1] !== undefined);
  const first = found[0];
  if (first) throw new Refused(first[1].code, first[1].params, Object.fromEntries(found));
}
