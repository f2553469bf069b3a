import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { aDevice, aUser, givePassword, identityWorld, signIn, type World } from '#testing/world/identity-world.ts';

let world: World;
beforeAll(async () => void (world = await identityWorld({ FLAG_SMS_REQUIRED: 'on' })));
afterAll(() => world.close());

async function joinCompany(userId: string, country: 'MY' | 'VN'): Promise<void> {
  const { db } = world.database;
  const id = randomUUID();
  await db
    .insertInto('account')
    .values({ id, company_name: `Company ${country}`, country })
    .execute();
  await sql`insert into account_member (account_id, user_id) values (${id}, ${userId})`.execute(db);
}

it('a Malaysian account without a phone must add one first, even on a trusted device', async () => {
  const { id, username } = await aUser(world);
  const device = aDevice();
  await signIn(world, device, username, true);
  await joinCompany(id, 'MY');
  expect((await givePassword(world, device, username)).body.error).toBe('login-required-two-factor-setup');
  expect((await givePassword(world, device, username, 'Wrong-horse-9')).body.error).toBe(
    'invalid_username_or_password',
  );
});

it('sends the first code to the phone if there is one', async () => {
  const { id, username } = await aUser(world, { phone: { code: '+60', number: '123456789' } });
  await joinCompany(id, 'MY');
  expect((await givePassword(world, aDevice(), username)).body).toMatchObject({
    error: 'sent-otp',
    notification_method: 'sms',
  });
});

it('requires no phone in other countries', async () => {
  const { id, username } = await aUser(world);
  await joinCompany(id, 'VN');
  expect((await givePassword(world, aDevice(), username)).body.error).toBe('sent-otp');
});
