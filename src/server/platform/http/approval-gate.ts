import type { Db } from '#server/platform/database/database.ts';
import type { Call, Operation } from '#server/platform/http/operation.ts';
import type { Refused } from '#server/platform/http/refused.ts';

/** A call before its handler runs. */
export type GatedCall = Omit<Call, 'db' | 'inTransaction'>;

/**
 * Runs before the handler of each change of an administrator. Returns the refusal of an act that another administrator
 * must approve first; undefined if the handler shall run. The returned refusal was stored, so it is no failure.
 * @throws Refused if the act would be refused now
 */
export type ApprovalGate = (db: Db, operation: Operation, call: GatedCall) => Promise<Refused | undefined>;
