import { afterAll, beforeAll, expect, it } from 'vitest';
import { resetPassword } from '#contract/identity/own-account.ts';
import { actOf } from '#server/audit/acts.ts';
import { findAuditLines } from '#server/audit/audit-operations.ts';
import { peopleByOperator } from '#server/identity/sign-up/people-by-operator.ts';
import { findUserByName } from '#server/identity/user-rows.ts';
import { authorizeRequest, callInteraction, openInteraction, signInByCode } from '#testing/world/code-flow.ts';
import { aDevice, aUser, call, callAs, identityWorld, PASSWORD, type World } from '#testing/world/identity-world.ts';

const HOUR_MS = 60 * 60_000;
let world: World;
beforeAll(async () => void (world = await identityWorld({ VARIANT: 'GLOBAL' })));
afterAll(() => world.close());

const people = (change: object = {}) => peopleByOperator(world.database.db, { ...world.identity.config, ...change });
const nowMs = () => world.identity.clock.nowMs();
const LINK = /^http:\/\/greenlot\.test\/set-password#([\w-]{43})$/;

const open = (link: string, Password: string) =>
  call(world, aDevice(), resetPassword, {
    body: { resetToken: LINK.exec(link)?.[1] ?? '', Password, ConfirmPassword: Password },
  });

it('the first administrator of a new deployment of GLOBAL sets a password by the link, once, and signs in', async () => {
  const admin = { username: 'first_admin', email: 'First@Admin.example', isAdmin: true };
  const link = await people().add(admin, nowMs());
  expect((await open(link, 'short')).code).toBe('password_requirements');
  expect(await open(link, PASSWORD)).toMatchObject({ code: 'Success', data: { username: admin.username } });
  expect((await open(link, 'Other-horse-10')).code).toBe('reset_expired');
  const at = await openInteraction(world, aDevice(), authorizeRequest(world));
  expect(at).toMatch(/^\/connect\/interaction\//);
  expect(await findUserByName(world.database.db, 'first_admin')).toMatchObject({ role: 'Admin', roleName: 'Admin' });
});

it('a new link replaces a forgotten password; only the newest is valid, for a day', async () => {
  const { username } = await aUser(world);
  const { accessToken } = await signInByCode(world, aDevice(), username);
  const [older, newer] = [await people().link(username, nowMs()), await people().link(username, nowMs())];
  expect((await open(older, 'Other-horse-10')).code).toBe('reset_expired');
  world.pass(23 * HOUR_MS);
  expect((await open(newer, 'Other-horse-10')).code).toBe('Success');
  expect(await callAs(world, accessToken)).toBe('session_revoked');
  const device = aDevice();
  const at = await openInteraction(world, device, authorizeRequest(world));
  const give = (password: string) => callInteraction(world, device, `${at}/password`, { username, password });
  expect((await give(PASSWORD)).body.code).toBe('invalid_username_or_password');
  expect((await give('Other-horse-10')).data.next).toBe('code');
  const late = await people().link(username, nowMs());
  world.pass(25 * HOUR_MS);
  expect((await open(late, PASSWORD)).code).toBe('reset_expired');
});

it('grants and revokes the rights of an administrator, with the role name of the variant', async () => {
  const { username } = await aUser(world);
  const roles = async () => {
    const { role, roleName } = (await findUserByName(world.database.db, username)) ?? {};
    return [role, roleName];
  };
  await people({ VARIANT: 'TNBX' }).setRole(username, true);
  expect(await roles()).toEqual(['Admin', 'TNBxOps']);
  await people().setRole(username, true);
  expect(await roles()).toEqual(['Admin', 'Admin']);
  await people().setRole(username, false);
  expect(await roles()).toEqual(['User', 'User']);
});

it('signs out an administrator who becomes a user, in every process', async () => {
  const { username } = await aUser(world);
  const ended: string[] = [];
  world.identity.ends.onEnded((ids) => void ended.push(...ids));
  await people().setRole(username, true);
  const { accessToken } = await signInByCode(world, aDevice(), username);
  expect(await callAs(world, accessToken)).toBe(200);
  await people().setRole(username, false);
  expect(await callAs(world, accessToken)).toBe('session_revoked');
  await expect.poll(() => ended).toHaveLength(1);
});

it('explains in words what is wrong with a person', async () => {
  const { username } = await aUser(world);
  const add = (person: object) =>
    people().add({ username: 'fresh_one', email: 'fresh@example.com', isAdmin: false, ...person }, nowMs());
  await expect(add({ username: 'x' })).rejects.toThrow(/3 to 16/);
  await expect(add({ email: 'nobody' })).rejects.toThrow(/email address/);
  await expect(add({ username: username.toUpperCase() })).rejects.toThrow(/taken/);
  await expect(add({ email: `${username}@EXAMPLE.com` })).rejects.toThrow(/./);
  await expect(people().link('nobody_here', nowMs())).rejects.toThrow('there is no user nobody_here');
});

it('sets no password if a foreign provider signs people in', async () => {
  const link = await people({ OIDC_ISSUER: 'https://id.example' }).add(
    { username: 'theirs', email: 'theirs@example.com', isAdmin: false },
    nowMs(),
  );
  expect(link).toContain('https://id.example');
});

it('writes each act on a person into the audit trail', async () => {
  const username = 'second_admin';
  await people().add({ username, email: 'Second@Admin.example', isAdmin: true }, nowMs());
  await people().setRole(username, false);
  await people().link(username, nowMs());
  await people().setRole(username, true);
  await expect(people().link('nobody_there', nowMs())).rejects.toThrow('nobody_there');
  const lines = await findAuditLines(world.database.db, { search: username, timeZone: 'UTC' }, 10);
  expect(lines.map((line) => [line.username, actOf(line.action, line.subject), line.about]).toReversed()).toEqual(
    ['addPerson', 'makeAdministrator', 'makeUser', 'linkPerson', 'makeAdministrator'].map((act) => [
      'npm run people',
      act,
      username,
    ]),
  );
});
