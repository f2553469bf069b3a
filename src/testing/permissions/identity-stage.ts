import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { endSessionOfUser } from '#server/identity/session/user-session.ts';
import { aDevice, aUser, givePassword, signIn, type Device, type World } from '#testing/world/identity-world.ts';

/**
 * Callers of the identity service. `nobody` has no token. `self` is the user that the call is about, `other` another
 * user, `admin` an administrator. `ended` has signed out. `setUp` must set up a phone before signing in, and has the
 * ticket for that.
 */
export const CALLERS = ['nobody', 'self', 'other', 'admin', 'ended', 'setUp'] as const;
export type Caller = (typeof CALLERS)[number];

/**
 * Owners of the requested object: the caller, another user (without that user's secret), or nobody because it does not
 * exist.
 */
export const OWNERS = ['own', 'foreign', 'missing'] as const;
export type Owner = (typeof OWNERS)[number];

/** A user at a device, and the credentials of its calls. */
export type Visitor = {
  readonly id: string;
  readonly username: string;
  readonly device: Device;
  readonly authorization: string;
};
export type IdentityStage = {
  readonly world: World;
  /** The same world with sign-in on our hosted page. */
  readonly hosted: World;
  readonly visitors: Readonly<Record<Caller, Visitor>>;
};

export async function openIdentityStage(world: World, hosted: World): Promise<IdentityStage> {
  const self = await visitor(world);
  const ended = await visitor(world);
  await endSessionOfUser(world.identity, ended.id);
  const visitors = {
    nobody: { ...self, device: aDevice(), authorization: '' },
    self,
    other: await visitor(world),
    admin: await visitor(world, 'Admin'),
    ended,
    setUp: await withoutPhone(world),
  };
  return { world, hosted, visitors };
}

async function visitor(world: World, role: 'User' | 'Admin' = 'User'): Promise<Visitor> {
  const user = await aUser(world, { role });
  const device = aDevice();
  const { accessToken } = await signIn(world, device, user.username, true);
  return { ...user, device, authorization: `Bearer ${accessToken}` };
}

/** Creates a user of a Malaysian company without a phone, where SMS is required. */
async function withoutPhone(world: World): Promise<Visitor> {
  const user = await aUser(world);
  const device = aDevice();
  await signIn(world, device, user.username, true);
  const account = { id: randomUUID(), company_name: 'Rimba', country: 'MY' } as const;
  await world.database.db.insertInto('account').values(account).execute();
  await sql`insert into account_member (account_id, user_id) values (${account.id}, ${user.id})`.execute(
    world.database.db,
  );
  const { body } = await givePassword(world, device, user.username);
  return { ...user, device, authorization: `Setup ${String(body.setup_token)}` };
}
