import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { endSessionOfUser } from '#server/identity/session/user-session.ts';
import { aDevice, aUser, givePassword, signIn, type Device, type World } from '#testing/world/identity-world.ts';

/**
 * Callers of the identity service. `nobody` has no token. `self` is the user to whom the call refers, and `other` is
 * another user. `admin` is an administrator. `ended` has signed out. `setUp` must set up a phone before the sign-in is
 * complete, and has the ticket for this step.
 */
export const CALLERS = ['nobody', 'self', 'other', 'admin', 'ended', 'setUp'] as const;
export type Caller = (typeof CALLERS)[number];

/**
 * Owners of the requested object: the caller, another user whose secret the caller does not know, or nobody, if the
 * object does not exist.
 */
export const OWNERS = ['own', 'foreign', 'missing'] as const;
export type Owner = (typeof OWNERS)[number];

/** A user with a device and with the credentials that its calls contain. */
export type Visitor = {
  readonly id: string;
  readonly username: string;
  readonly device: Device;
  readonly authorization: string;
};
export type IdentityStage = {
  readonly world: World;
  /** A second world, in which users sign in on our hosted page. */
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

/** Creates a user of a Malaysian company who has no phone. The deployment requires SMS. */
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
