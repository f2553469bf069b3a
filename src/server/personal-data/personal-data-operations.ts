import {
  erasePersonalData,
  exportPersonalData,
  FRESH_SIGN_IN_MINUTES,
  getPersonalData,
  type PersonalData,
} from '#contract/personal-data.ts';
import { PERSONAL_SECTIONS } from '#domain/access/personal-data.ts';
import { requireCurrentPassword } from '#server/identity/password/password-hash.ts';
import type { SessionEnds } from '#server/identity/session/user-session.ts';
import { requireUser } from '#server/identity/user-rows.ts';
import { eraseUser } from '#server/personal-data/erase.ts';
import { findHindrances } from '#server/personal-data/hindrances.ts';
import { personOf, type Person } from '#server/personal-data/person.ts';
import { countHeld, writeExport } from '#server/personal-data/held.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { operationWithoutTransaction, operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** Dependencies of these operations. If a foreign provider signs people in, its users have no password here. */
type PersonalDataDeps = {
  readonly ends: SessionEnds;
  readonly hasForeignProvider: boolean;
  /** Called with the id of each erased person. */
  readonly erased: (userId: string) => void;
};

/** Operations by which callers list, export and erase their personal data (decision 51). */
export const personalDataOperations = ({ ends, hasForeignProvider, erased }: PersonalDataDeps): Operation[] => [
  operation(getPersonalData, async ({ db, caller, language }): Promise<PersonalData> => {
    const counts = await countHeld(db, await requirePerson(db, caller));
    return {
      sections: PERSONAL_SECTIONS.map((section) => ({ section, entries: counts.get(section) ?? 0 })),
      hindrances: await findHindrances(db, language, caller.userId),
      confirmBy: (await isForeign(db, caller, hasForeignProvider)) ? 'signIn' : 'password',
    };
  }),

  operation(exportPersonalData, async ({ db, caller, language, nowMs }) => {
    const text = await writeExport(db, { person: await requirePerson(db, caller), language, nowMs });
    const day = new Date(nowMs).toISOString().slice(0, 10);
    return {
      name: `personal-data-${day}.json`,
      type: 'application/json; charset=utf-8',
      bytes: new TextEncoder().encode(text),
    };
  }),

  operationWithoutTransaction(erasePersonalData, async ({ db, caller, body, language, nowMs }) => {
    if (await isForeign(db, caller, hasForeignProvider)) await requireFreshSignIn(db, caller, nowMs);
    else await requirePassword(db, caller, { password: body.Password, nowMs });
    const { userId } = caller;
    ends.announce(await db.transaction().execute((own) => eraseUser({ ends }, own, { userId, language })));
    erased(userId);
    return {};
  }),
];

const requirePerson = async (db: Db, caller: Caller): Promise<Person> => personOf(await requireUser(db, caller));

async function isForeign(db: Db, { userId }: Caller, hasForeignProvider: boolean): Promise<boolean> {
  if (!hasForeignProvider) return false;
  const own = db.selectFrom('foreign_identity').select('user_id').where('user_id', '=', userId);
  return (await own.executeTakeFirst()) !== undefined;
}

async function requireFreshSignIn(db: Db, { userId }: Caller, nowMs: number): Promise<void> {
  const session = db.selectFrom('user_session').select('started_at').where('user_id', '=', userId);
  const startedAtMs = (await session.executeTakeFirst())?.started_at.getTime() ?? 0;
  if (nowMs - startedAtMs > FRESH_SIGN_IN_MINUTES * 60_000)
    throw new Refused('sign_in_too_long_ago', { minutes: FRESH_SIGN_IN_MINUTES });
}

type PasswordAttempt = { readonly password: string; readonly nowMs: number };

/**
 * Requires the caller's password. Wrong passwords count toward the same lockout as at a password change, so that nobody
 * at an unlocked screen can guess the password.
 */
async function requirePassword(db: Db, caller: Caller, { password, nowMs }: PasswordAttempt): Promise<void> {
  const clock = { nowMs: () => nowMs };
  await requireCurrentPassword({ db, clock }, await requireUser(db, caller), password, 'Password');
}
