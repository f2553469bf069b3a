import { ERRORS, type ErrorCode, type ErrorDetail, type ErrorParams } from '#contract/errors/errors.ts';
import type { Language } from '#domain/basics/language.ts';
import type { Receipt } from '#domain/record/receipt.ts';
import type { Refusal, Result } from '#domain/basics/result.ts';

/** The items that a refusal is about, such as bids, in the caller's language. */
export type RefusalDetails = (language: Language) => readonly ErrorDetail[];

export type FieldRefusal = { readonly code: ErrorCode; readonly params?: ErrorParams };

/** An expected refusal. Handlers throw it; `http.ts` turns it into a reply in the caller's language. */
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

  /** Returns the parameters of the message. A subclass may add names in the reader's language. */
  paramsIn(_language: Language): ErrorParams | undefined {
    return this.params;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** A refusal that was recorded, such as that of a late bid. The receipt proves it. */
export class RefusedWithReceipt extends Refused {
  readonly receipt: Receipt;

  constructor({ code, params, fields }: Pick<Refused, 'code' | 'params' | 'fields'>, receipt: Receipt) {
    super(code, params, fields);
    this.receipt = receipt;
  }
}

/**
 * Returns the accepted value of a rule's result.
 * @throws Refused with the refused fields
 */
export function requireAccepted<Value>(
  result: Result<Value, Readonly<Record<string, Refusal<ErrorCode> | undefined>>>,
): Value {
  if (result.ok) return result.value;
  refuseFields(result.refused);
  throw new Error('a rejection has no reason');
}

/**
 * Refuses the given fields; does nothing if none has a refusal. The code of the reply is the code of the first refused
 * field.
 * @throws Refused with the refused fields
 */
export function refuseFields(fields: Readonly<Record<string, Refusal<ErrorCode> | undefined>>): void {
  const found = Object.entries(fields).filter((entry): entry is [string, FieldRefusal] => entry[1] !== undefined);
  const first = found[0];
  if (first) throw new Refused(first[1].code, first[1].params, Object.fromEntries(found));
}
