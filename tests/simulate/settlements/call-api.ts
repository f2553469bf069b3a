import type { BodyOf, ReplyOf, Route } from '#contract/basics/route.ts';
import { releaseOperation } from '#server/award/release-recs.ts';
import { certificateOperations } from '#server/certificate/certificate-operations.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { InTransaction, Operation } from '#server/platform/http/operation.ts';
import { findNamingDue } from '#server/settlement/naming-due.ts';
import { offerOperations } from '#server/settlement/offer-operations.ts';
import { settlementOperations } from '#server/settlement/settlement-operations.ts';
import type { TestPerson } from '#testing/builders/records.ts';
import { auctionParts } from '#testing/world/quiet-parts.ts';

const nothing = (): never => {
  throw new Error('the simulation has no files');
};
const FILES = { read: nothing, stream: nothing, write: nothing, remove: nothing, names: nothing, check: nothing };
const PARTS = { ...auctionParts(), evidenceLinks: { queryAt: () => () => '', msLeft: nothing } };
const OPERATIONS: readonly Operation[] = [
  ...settlementOperations(PARTS),
  ...offerOperations(PARTS),
  releaseOperation(PARTS),
  ...certificateOperations({ ...PARTS, files: FILES, publicUrl: null, findDue: findNamingDue }),
];

/** A person of the simulation. Administrators have no company. */
export type Player = TestPerson & { readonly isAdmin: boolean };

const callerOf = ({ userId, username, accountId, isAdmin }: Player): Caller => ({
  userId,
  username,
  email: '',
  roleName: '',
  role: isAdmin ? 'Admin' : 'User',
  sessionId: '',
  accounts: isAdmin
    ? []
    : [{ id: accountId, status: 'Active', role: 'owner', companyName: '', englishCompanyName: '', country: 'MY' }],
});

type Input<R extends Route> = { readonly params?: Readonly<Record<string, string>>; readonly body?: BodyOf<R> };

/**
 * Runs the handler of an operation in a transaction, without HTTP.
 * @throws Refused as the operation does
 */
export async function callApi<R extends Route>(db: Db, who: Player, route: R, input: Input<R>): Promise<ReplyOf<R>> {
  const operation = OPERATIONS.find((one) => one.route === route);
  const inTransaction: InTransaction = (work) => work(db);
  return (await operation?.handle({
    params: input.params ?? {},
    query: {},
    body: input.body,
    caller: callerOf(who),
    db,
    inTransaction,
    nowMs: Date.now(),
    beganAtMs: 0,
    key: '',
    language: 'en',
    timeZone: 'UTC',
    address: '',
    fingerprint: '',
    confirmation: '',
    afterCommit: () => undefined,
  })) as ReplyOf<R>;
}
