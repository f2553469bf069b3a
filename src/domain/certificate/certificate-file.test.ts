import { expect, test } from 'vitest';
import type { DeviceLine, LotLine } from '#domain/certificate/certificate-file.ts';
import { REGIONS } from '#domain/platform-setting/regions.ts';
import { judgeDeviceLines, judgeLotLines, type KnownDevice } from '#domain/certificate/judge-file.ts';

const DEVICE: DeviceLine = {
  registry: 'irec',
  registryId: 'KHANES01',
  name: 'Khanes Solar',
  country: 'VN',
  province: '',
  fuelType: 'Solar',
  fuelCode: 'ES100',
  technologyCode: 'TC110',
  capacity: '50',
  commissionedOn: '1900-01-01',
  repoweredOn: '',
  supported: '',
  labels: '',
  address: '',
};
const TODAY = '2026-11-27';

test('a commissioning date of 1900-01-01 is unknown, and a device in two lines is refused once', () => {
  const [one, other] = judgeDeviceLines([DEVICE, DEVICE], { today: TODAY, regions: REGIONS });
  expect(one).toMatchObject({ ok: true, value: { commissionedOn: null, capacityKilowatts: 50_000 } });
  expect(other).toEqual({ ok: false, refused: { registryId: { code: 'line_repeated', params: { line: 1 } } } });
});

const DEVICES = new Map<string, KnownDevice>([
  ['irec KHANES01', { id: 'd', status: 'Submitted' }],
  ['aib 123', { id: 'a', status: 'Verified' }],
  ['irec BAD', { id: 'r', status: 'Rejected' }],
]);

const aLine = (change: Partial<LotLine>): LotLine => ({
  registry: 'irec',
  registryId: 'KHANES01',
  first: '0000-0000-9088-2258',
  last: '0000-0000-9088-2425',
  periodFrom: '2021-01-01',
  periodTo: '2021-12-31',
  issuedOn: '',
  expiresOn: '',
  issuer: '',
  offsetAttributes: '',
  labels: '',
  ...change,
});

const refusedOf = (...lines: readonly Partial<LotLine>[]) =>
  judgeLotLines(lines.map(aLine), DEVICES, TODAY).map((one) => (one.ok ? undefined : one.refused));

test('ranges that share a number are refused, also in the other style, and neighbors are accepted', () => {
  const next = { first: '0000-0000-9088-2426', last: '0000-0000-9088-2426' };
  const inside = { first: '0000-0000-9088-2426.500000', last: '0000-0000-9088-2427.000000' };
  expect(refusedOf({}, next, inside, { first: '0000-0000-9088-2425', last: '0000-0000-9088-2425' })).toEqual([
    undefined,
    undefined,
    { first: { code: 'serials_overlap_line', params: { line: 2 } } },
    { first: { code: 'serials_overlap_line', params: { line: 1 } } },
  ]);
});

test.each([
  ['reversed', { first: '0000-0000-9088-2425', last: '0000-0000-9088-2258' }, { first: 'serial_reversed' }],
  ['unknown device', { registryId: 'OTHER' }, { registryId: 'device_unknown' }],
  ['no device', { registryId: ' ' }, { registryId: 'field_required' }],
  ['rejected device', { registryId: 'BAD' }, { registryId: 'device_rejected' }],
  ['unknown registry', { registry: 'IREC!' }, { registry: 'choice_unknown' }],
  [
    'serials as numbers',
    { first: '7.08000340067E+29', last: '7,08e29' },
    { first: 'serial_rounded', last: 'serial_rounded' },
  ],
  ['no period', { periodFrom: '', periodTo: '' }, { periodFrom: 'field_required', periodTo: 'field_required' }],
] as const)('refuses a line with %s', (_what, change, codes) => {
  const [refused = {}] = refusedOf(change);
  expect(Object.fromEntries(Object.entries(refused).map(([field, { code }]) => [field, code]))).toEqual(codes);
});

test('accepts serial numbers with more digits than a 64-bit number has', () => {
  const [judged] = judgeLotLines(
    [
      aLine({
        registry: 'aib',
        registryId: '123',
        first: '708000340067300000000071882353',
        last: '708000340067300000000071882381',
      }),
    ],
    DEVICES,
    TODAY,
  );
  expect(judged).toMatchObject({ ok: true, value: { deviceId: 'a', lot: { serials: { step: 1_000_000n } } } });
  expect(refusedOf({ first: '9'.repeat(33), last: '9'.repeat(33) })[0]).toMatchObject({
    first: { code: 'serial_format' },
  });
});
