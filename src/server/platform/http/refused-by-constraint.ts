import type { ErrorCode } from '#contract/errors/errors.ts';
import { Refused } from '#server/platform/http/refused.ts';

/**
 * Turns the violation of a database constraint into a refusal of a field. Afterwards, the transaction cannot continue.
 * @throws Refused with `code` at `field` if the work violates the constraint
 */
export async function refusedByConstraint<T>(
  work: Promise<T>,
  constraint: string,
  code: ErrorCode,
  field: string,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const isMeant = error instanceof Error && 'constraint' in error && error.constraint === constraint;
    throw isMeant ? new Refused(code, undefined, { [field]: { code } }) : error;
  }
}
