import { afterAll, beforeAll, expect, test } from 'vitest';
import { previewCertificateFile, registerCertificateFile } from '#contract/certificate/certificate-file.ts';
import { decideDevice, listDevicesAsUser, registerDevice } from '#contract/certificate/device.ts';
import { listLotsAsUser, registerLot } from '#contract/certificate/lot.ts';
import { aDevice, aDeviceLine, aLot, aLotLine, verifiedDevice } from '#testing/builders/certificate-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let seller: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [seller, other] = await Promise.all([w.signedIn(), w.signedIn()]);
});
afterAll(() => w.end());

type Body = Parameters<typeof register>[0];
const params = () => ({ id: seller.accountId });
const register = (body: Partial<Record<'devices' | 'lots', object[]>>) =>
  w.call(seller, registerCertificateFile, { params: params(), body: { devices: [], lots: [], ...body } as never });
const preview = (body: Body) =>
  w.call(seller, previewCertificateFile, { params: params(), body: { devices: [], lots: [], ...body } as never });

/** Returns the codes of each line of a preview, with their columns. */
async function codesOf(body: Body) {
  const { data } = await preview(body);
  return [...data.devices, ...data.lots].map(({ errors }) => errors.map(({ field, code }) => `${field} ${code}`));
}
const countOf = async () => [
  (await w.call(seller, listDevicesAsUser)).data.total,
  (await w.call(seller, listLotsAsUser)).data.total,
];

test('the preview changes nothing, and then plants and certificates of one call are registered together', async () => {
  const device = aDeviceLine({ commissionedOn: '1900-01-01' });
  const body = { devices: [device], lots: [aLotLine(device.registryId, 168)] };
  const before = await countOf();
  const { data } = await preview(body);
  expect(data).toMatchObject({
    devices: [{ line: 1, name: 'Bakun Hydro 1', quantity: null, errors: [] }],
    lots: [{ line: 1, quantity: '168', errors: [] }],
  });
  expect(await countOf()).toEqual(before);
  expect((await register(body)).data).toEqual({ devices: 1, lots: 1 });
  const { data: devices } = await w.call(seller, listDevicesAsUser, { query: `?search=${device.registryId}` });
  expect(devices.items).toMatchObject([{ status: 'Submitted', commissionedOn: null }]);
  const { data: lots } = await w.call(seller, listLotsAsUser, { query: `?search=${device.registryId}` });
  expect(lots.items).toMatchObject([{ status: 'Submitted', quantity: '168' }]);
});

test('a line with an error registers nothing, and each error names its column', async () => {
  const [one, two] = [aDeviceLine(), aDeviceLine()];
  const before = await countOf();
  const body = { devices: [one, { ...two, fuelCode: 'ES100', capacity: '0' }, one] };
  expect(await codesOf(body)).toEqual([
    [],
    ['fuelType fuel_code_differs', 'capacity capacity_invalid'],
    ['registryId line_repeated'],
  ]);
  expect((await register({ devices: [one, one] })).code).toBe('line_repeated');
  // Messages name lines by the numbers of the caller's file, if it gives them.
  const numbered = await preview({
    devices: [
      { ...one, line: 4 },
      { ...one, line: 7 },
    ],
  });
  expect(numbered.data.devices[1]).toMatchObject({ line: 7, errors: [{ message: 'Line 4 has the same plant' }] });
  const refused = await register(body);
  expect(refused.fields).toMatchObject({
    'devices.1.fuelType': { code: 'fuel_code_differs' },
    'devices.2.registryId': { code: 'line_repeated' },
  });
  expect(await countOf()).toEqual(before);
});

test('overlapping, reversed and rounded serial numbers are refused, also within the file and of other companies', async () => {
  const { registryId, id } = await verifiedDevice(w, { seller, admin });
  const theirs = await verifiedDevice(w, { seller: other, admin });
  const taken = aLot(10);
  await w.call(other, registerLot, { params: { id: theirs.id }, body: taken });
  const mine = aLotLine(registryId, 10);
  const lots = [
    mine,
    { ...mine, first: mine.last },
    { ...aLotLine(registryId, 10), first: mine.last, last: mine.first },
    { ...mine, first: taken.last, last: taken.last },
    { ...mine, first: '1.00000000E+15', last: mine.last },
    aLotLine(theirs.registryId, 5),
  ];
  expect(await codesOf({ lots })).toEqual([
    [],
    ['first serials_overlap_line'],
    ['first serial_reversed'],
    ['first serials_registered'],
    ['first serial_rounded'],
    // A plant of another company is not named, so nobody learns of it.
    ['registryId device_unknown'],
  ]);
  const codes = [];
  for (const lot of lots.slice(1)) codes.push((await register({ lots: [mine, lot] })).code);
  expect(codes).toEqual([
    'serials_overlap_line',
    'serial_reversed',
    'serials_registered',
    'serial_rounded',
    'device_unknown',
  ]);
  expect((await w.call(seller, registerLot, { params: { id }, body: aLot(5) })).code).toBe('Success');
});

test('a plant that was registered or rejected before is refused', async () => {
  const { data } = await w.call(seller, registerDevice, { params: params(), body: aDevice() });
  expect(await codesOf({ devices: [aDeviceLine({ registryId: data.registryId })] })).toEqual([
    ['registryId device_exists'],
  ]);
  const rejected = { decision: 'Rejected', remark: 'wrong id' } as const;
  await w.call(admin, decideDevice, { params: { id: data.id }, body: rejected });
  expect(await codesOf({ lots: [aLotLine(data.registryId, 5)] })).toEqual([['registryId device_rejected']]);
});

test('serial numbers with 30 digits are registered, and an empty file is refused', async () => {
  const device = { ...aDeviceLine(), registry: 'aib', fuelCode: null, technologyCode: null };
  const lot = {
    ...aLotLine(device.registryId, 1),
    registry: 'aib',
    first: '708000340067300000000071882353',
    last: '708000340067300000000071882381',
  };
  expect((await register({ devices: [device], lots: [lot] })).data).toEqual({ devices: 1, lots: 1 });
  const { data } = await w.call(seller, listLotsAsUser, { query: `?search=${device.registryId}` });
  expect(data.items).toMatchObject([{ first: lot.first, last: lot.last, quantity: '29' }]);
  expect((await register({})).code).toBe('registry_file_empty');
});

test('two files with the same serial numbers at the same time: one registers, the other is refused', async () => {
  const { registryId } = await verifiedDevice(w, { seller, admin });
  const lots = [aLotLine(registryId, 10), aLotLine(registryId, 10)];
  const codes = await Promise.all([register({ lots }), register({ lots: lots.toReversed() })]);
  expect(codes.map(({ code }) => code).toSorted()).toEqual(['Success', 'serials_registered']);
});
