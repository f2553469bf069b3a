import { hostname } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  makeFirstAdministrator,
  openFirstAdministratorLink,
  sendFirstAdministratorCode,
} from '#contract/identity/first-administrator.ts';
import { actOf } from '#server/audit/acts.ts';
import { findAuditLines } from '#server/audit/audit-operations.ts';
import { announceFirstAdministrator, firstLinkFor } from '#server/identity/sign-up/first-administrator-link.ts';
import { peopleByOperator } from '#server/identity/sign-up/people-by-operator.ts';
import { findUserByName } from '#server/identity/user-rows.ts';
import {
  aDevice,
  call,
  callAs,
  giveCode,
  identityWorld,
  lastCode,
  PASSWORD,
  type World,
} from '#testing/world/identity-world.ts';

const HOUR_MS = 60 * 60_000;
const LINK = /http:\/\/greenlot\.test\/first-administrator#([\w-]{43})/;
let world: World;
let number = 0;
beforeAll(async () => void (world = await identityWorld({ VARIANT: 'TNBX' })));
afterAll(() => world.close());
beforeEach(async () => {
  await sql`delete from first_administrator_link`.execute(world.database.db);
  await sql`update app_user set auction_user_role = 'User', admin_roles = null`.execute(world.database.db);
});

const announce = (change: object = {}) =>
  announceFirstAdministrator(world.database, { ...world.identity.config, ...change }, world.identity.clock.nowMs());
const tokenOf = (printed: string | undefined) => LINK.exec(printed ?? '')?.[1] ?? '';
const aPerson = (token: string) => {
  const Username = `first-${(number += 1)}`;
  return { token, Username, Email: `${Username}@example.com`, Password: PASSWORD, ConfirmPassword: PASSWORD };
};
const isValid = async (token: string) =>
  (await call(world, aDevice(), openFirstAdministratorLink, { body: { token } })).code;
const send = (body: ReturnType<typeof aPerson>, device = aDevice()) =>
  call(world, device, sendFirstAdministratorCode, { body });
const make = (body: ReturnType<typeof aPerson>, Otp: string, device = aDevice()) =>
  call(world, device, makeFirstAdministrator, { body: { ...body, Otp } });

it('the holder of the printed link becomes an owner with a proven address, and is signed in', async () => {
  const device = aDevice();
  const body = aPerson(tokenOf(await announce()));
  expect(await isValid(body.token)).toBe('Success');
  expect((await send(body, device)).data).toMatchObject({ notification_method: 'email' });
  const { data } = await make(body, await lastCode(world, body.Email), device);
  const { Otp = '', username } = data as { Otp?: string; username: string };
  const { access_token: token } = (await giveCode(world, device, { username, otp: Otp })).body;
  expect(await callAs(world, String(token))).toBe(200);
  const row = world.database.db.selectFrom('app_user').select(['admin_roles', 'role_name', 'email_proven_at']);
  expect(await row.where('username', '=', username).executeTakeFirst()).toEqual({
    admin_roles: ['owner'],
    role_name: 'TNBxOps',
    email_proven_at: expect.any(Date) as Date,
  });
  const [line] = await findAuditLines(world.database.db, { search: username, timeZone: 'UTC' }, 10);
  expect(line && actOf(line.action, line.subject)).toBe('makeAdministrator');
  expect(line?.username).toBe(username);
  // The link has ended, and a restart makes no other one.
  expect(await isValid(body.token)).toBe('first_link_over');
  expect(await announce()).toBeUndefined();
});

it('in variant GLOBAL the person signs in on the hosted page', async () => {
  const global = await identityWorld({ VARIANT: 'GLOBAL' });
  const printed = await announceFirstAdministrator(global.database, global.identity.config, Date.now());
  const [device, body] = [aDevice(), aPerson(tokenOf(printed))];
  await call(global, device, sendFirstAdministratorCode, { body });
  const Otp = await lastCode(global, body.Email);
  const { data } = await call(global, device, makeFirstAdministrator, { body: { ...body, Otp } });
  expect(data).toEqual({ username: body.Username });
  expect(await findUserByName(global.database.db, body.Username)).toMatchObject({ roleName: 'Admin' });
  await global.close();
});

describe('a link', () => {
  it('is stored as a hash, and ends after a day', async () => {
    const token = tokenOf(await announce());
    const { rows } = await sql`select l::text as line from first_administrator_link l`.execute(world.database.db);
    expect(JSON.stringify(rows)).not.toContain(token);
    world.pass(23 * HOUR_MS);
    expect(await isValid(token)).toBe('Success');
    const body = aPerson(token);
    const device = aDevice();
    await send(body, device);
    world.pass(HOUR_MS);
    expect(await isValid(token)).toBe('first_link_over');
    expect((await send(aPerson(token))).code).toBe('first_link_over');
    expect((await make(body, await lastCode(world, body.Email), device)).code).toBe('first_link_over');
  });

  it('ends when a restart prints another one', async () => {
    const [older, newer] = [tokenOf(await announce()), tokenOf(await announce())];
    expect([await isValid(older), await isValid(newer)]).toEqual(['first_link_over', 'Success']);
  });

  it('is printed by one of several running processes; by the other one after that process has ended', async () => {
    const database = { db: world.database.db, kind: 'postgres' } as const;
    const later = () => announceFirstAdministrator(database, world.identity.config, world.identity.clock.nowMs());
    const token = tokenOf(await later());
    const at = new Date(world.identity.clock.nowMs());
    const other = { id: crypto.randomUUID(), host: hostname(), pid: 1, started_at: at, at, figures: '{}' };
    await database.db.insertInto('service_process').values(other).execute();
    await sql`update first_administrator_link set pid = 1`.execute(database.db);
    const told = await later();
    expect(told).toContain(`The server process 1 on ${hostname()} printed the link`);
    expect(told).not.toMatch(LINK);
    expect(await isValid(token)).toBe('Success');
    await sql`delete from service_process where id = ${other.id}`.execute(database.db);
    expect(tokenOf(await later())).not.toBe('');
    expect(await isValid(token)).toBe('first_link_over');
  });

  it('is useless as soon as an owner exists', async () => {
    const body = aPerson(tokenOf(await announce()));
    const device = aDevice();
    await send(body, device);
    const code = await lastCode(world, body.Email);
    const people = peopleByOperator(world.database.db, world.identity.config);
    await people.add({ username: `owner-${number}`, email: `owner-${number}@example.com`, isAdmin: true }, Date.now());
    expect((await make(body, code, device)).code).toBe('first_link_over');
    expect(await isValid(body.token)).toBe('first_link_over');
    expect(await findUserByName(world.database.db, body.Username)).toBeUndefined();
    const again = firstLinkFor(world.database.db, world.identity.config, 'late@example.com', Date.now());
    await expect(again).rejects.toThrow('has an owner');
  });

  it('of a command is for one address only', async () => {
    const { db } = world.database;
    const { config, clock } = world.identity;
    await expect(firstLinkFor(db, config, 'nobody', clock.nowMs())).rejects.toThrow(/email address/);
    const token = tokenOf(await firstLinkFor(db, config, 'Chosen@example.com', clock.nowMs()));
    const opened = await call(world, aDevice(), openFirstAdministratorLink, { body: { token } });
    expect(opened.data).toMatchObject({ email: 'Chosen@example.com' });
    const stranger = await send(aPerson(token));
    expect(stranger.fields).toMatchObject({ Email: { code: 'email_not_of_link' } });
    expect((await send({ ...aPerson(token), Email: 'chosen@EXAMPLE.com' })).code).toBe('Success');
  });

  it('is not made where a foreign provider signs people in', async () => {
    expect(await announce({ OIDC_ISSUER: 'https://id.example' })).toMatch(/id\.example.*npm run people -- add/);
    const made = firstLinkFor(
      world.database.db,
      { ...world.identity.config, OIDC_ISSUER: 'https://id.example' },
      'a@example.com',
      Date.now(),
    );
    await expect(made).rejects.toThrow(/id\.example/);
  });
});

describe('nobody takes the platform', () => {
  it('without the link: a guess learns nothing, not even whether a name is taken', async () => {
    const guess = 'x'.repeat(43);
    await announce();
    expect((await send({ ...aPerson(guess), Username: 'x', Email: '' })).code).toBe('first_link_over');
    expect((await make(aPerson(guess), '123456')).code).toBe('first_link_over');
    expect((await send({ ...aPerson(''), Username: 'x' })).code).toBe('first_link_over');
  });

  it('with a code of another device, another address or an earlier link', async () => {
    const body = aPerson(tokenOf(await announce()));
    const device = aDevice();
    await send(body, device);
    const code = await lastCode(world, body.Email);
    expect((await make(body, code)).code).toBe('otp_expired');
    expect((await make({ ...body, Email: 'other@example.com' }, code, device)).code).toBe('otp_expired');
    const newer = tokenOf(await announce());
    expect((await make({ ...body, token: newer }, code, device)).code).toBe('otp_expired');
    expect((await make(body, code, device)).code).toBe('first_link_over');
  });

  it('twice: of two parallel holders of one link, one becomes the owner', async () => {
    const token = tokenOf(await announce());
    const persons = [aPerson(token), aPerson(token)].map((body) => ({ body, device: aDevice() }));
    for (const { body, device } of persons) await send(body, device);
    const codes = await Promise.all(
      persons.map(async ({ body, device }) => (await make(body, await lastCode(world, body.Email), device)).code),
    );
    expect(codes.toSorted()).toEqual(['Success', 'first_link_over']);
  });

  it('by guessing the one-time code, or from a foreign page, which can send no device header', async () => {
    const body = aPerson(tokenOf(await announce()));
    expect((await send(body, aDevice({ fingerprint: '' }))).code).toBe('device_fingerprint_required');
    const device = aDevice();
    await send(body, device);
    const right = await lastCode(world, body.Email);
    const wrong = right === '000000' ? '000001' : '000000';
    for (let i = 0; i < 4; i += 1) expect((await make(body, wrong, device)).code).toBe('invalid_otp');
    expect((await make(body, wrong, device)).code).toBe('otp_reached_max_attempts');
    expect((await make(body, right, device)).code).toBe('otp_reached_max_attempts');
  });

  it('by typing the address of the administrator at sign-up before, without proving it', async () => {
    const body = aPerson(tokenOf(await announce()));
    const squatter = { username: `squat-${number}`, email: body.Email, password_hash: 'x' };
    await world.database.db
      .insertInto('app_user')
      .values({ ...squatter, id: crypto.randomUUID() })
      .execute();
    const device = aDevice();
    await send(body, device);
    expect((await make(body, await lastCode(world, body.Email), device)).code).toBe('Success');
    const proven = { ...aPerson(''), Email: body.Email };
    await sql`update app_user set auction_user_role = 'User', admin_roles = null`.execute(world.database.db);
    const taken = await send({ ...proven, token: tokenOf(await announce()) });
    expect(taken.fields).toMatchObject({ Email: { code: 'email_taken' } });
  });

  it('with a weak password, a taken name, or a sixth code within an hour', async () => {
    const body = aPerson(tokenOf(await announce()));
    expect((await send({ ...body, Password: 'short', ConfirmPassword: 'short' })).fields).toHaveProperty('Password');
    expect((await send({ ...body, Username: 'first-1' })).fields).toMatchObject({
      Username: { code: 'username_taken' },
    });
    const codes: string[] = [];
    for (let i = 0; i < 6; i += 1) {
      codes.push((await send(body)).code);
      world.pass(60_000);
    }
    expect(codes).toEqual([...Array<string>(5).fill('Success'), 'otp_resend_too_soon']);
  });
});

it('says that the mail server refuses the code', async () => {
  const body = aPerson(tokenOf(await announce()));
  const device = aDevice();
  await send(body, device);
  await sql`update outbox set attempts = 1, last_error = '454' where recipient = ${body.Email}`.execute(
    world.database.db,
  );
  world.pass(60_000);
  expect((await send(body, device)).code).toBe('code_not_sent');
});
