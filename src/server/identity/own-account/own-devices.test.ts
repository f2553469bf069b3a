import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  removeTrustedDevice,
  removeTrustedDevices,
  listTrustedDevices,
  type TrustedDevice,
} from '#contract/identity/own-account.ts';
import {
  aDevice,
  aUser,
  call,
  givePassword,
  identityWorld,
  signIn,
  type Device,
  type World,
} from '#testing/world/identity-world.ts';

let world: World;
beforeAll(async () => void (world = await identityWorld()));
afterAll(() => world.close());

/** Creates a user with two trusted devices. The user is signed in on the second device. */
async function someone() {
  const { username } = await aUser(world);
  const [home, office] = [
    aDevice({ headers: { 'user-agent': 'Home' } }),
    aDevice({ headers: { 'user-agent': 'Office' } }),
  ];
  await signIn(world, home, username, true);
  const { accessToken } = await signIn(world, office, username, true);
  return { username, home, office, authorization: `Bearer ${accessToken}` };
}
const devicesOf = async (device: Device, authorization: string) =>
  (await call(world, device, listTrustedDevices, { authorization })).data as TrustedDevice[];

it('lists trusted devices, the last used first, and marks the current one', async () => {
  const { office, authorization } = await someone();
  const devices = await devicesOf(office, authorization);
  expect(devices.map(({ userAgent, isThisDevice }) => [userAgent, isThisDevice])).toEqual([
    ['Office', true],
    ['Home', false],
  ]);
});

it('a removed device needs a code again, the others do not (ASVS 7.5.2)', async () => {
  const { username, home, office, authorization } = await someone();
  const [, second] = await devicesOf(office, authorization);
  expect((await call(world, office, removeTrustedDevice, { authorization, id: second?.id ?? '' })).code).toBe(
    'Success',
  );
  expect((await call(world, office, removeTrustedDevice, { authorization, id: second?.id ?? '' })).code).toBe(
    'not_found',
  );
  expect((await givePassword(world, home, username)).body.error).toBe('sent-otp');
  expect((await givePassword(world, office, username)).status).toBe(200);
});

it('removes all of them together', async () => {
  const { username, office, authorization } = await someone();
  await call(world, office, removeTrustedDevices, { authorization });
  expect(await devicesOf(office, authorization)).toEqual([]);
  expect((await givePassword(world, office, username)).body.error).toBe('sent-otp');
});

it('removed devices are trusted again at the next sign-in', async () => {
  const { username, home, office, authorization } = await someone();
  const [, second] = await devicesOf(office, authorization);
  await call(world, office, removeTrustedDevice, { authorization, id: second?.id ?? '' });
  await signIn(world, home, username, true);
  expect((await givePassword(world, home, username)).status).toBe(200);
  const tokens = await signIn(world, office, username, true);
  await call(world, office, removeTrustedDevices, { authorization: `Bearer ${tokens.accessToken}` });
  for (const device of [home, office]) {
    expect((await givePassword(world, device, username)).body.error).toBe('sent-otp');
    await signIn(world, device, username, true);
    expect((await givePassword(world, device, username)).status).toBe(200);
  }
});

it('nobody sees or removes another user’s device', async () => {
  const [one, other] = [await someone(), await someone()];
  const [device] = await devicesOf(one.office, one.authorization);
  const refused = await call(world, other.office, removeTrustedDevice, { ...other, id: device?.id ?? '' });
  expect(refused).toMatchObject({ status: 404, code: 'not_found' });
  expect(await devicesOf(one.office, one.authorization)).toHaveLength(2);
});
