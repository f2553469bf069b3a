import { expect, it } from 'vitest';
import { REGIONS, type Regions } from '#domain/platform-setting/regions.ts';
import { judgeDevice, type DeviceFields } from '#domain/certificate/judge-device.ts';

const GOOD: DeviceFields = {
  registry: 'irec',
  registryId: 'KHANES20001',
  name: 'Khan Es Solar Park 1',
  country: 'VN',
  province: 'VN-34',
  fuelType: 'Solar',
  fuelCode: 'ES100',
  technologyCode: 'TC110',
  capacity: '49.5',
  commissionedOn: '2019-06-30',
  repoweredOn: '',
  supported: 'no',
  labels: 'Green-e, EKOenergy, Green-e',
  address: 'Ninh Thuận, 12',
};
const TODAY = { today: '2026-11-27', regions: REGIONS };

it('accepts a device, and stores kilowatts and each label once', () => {
  expect(judgeDevice(GOOD, TODAY)).toMatchObject({
    ok: true,
    value: { capacityKilowatts: 49_500, labels: ['Green-e', 'EKOenergy'], repoweredOn: null, supported: 'no' },
  });
});

it('follows the countries and provinces of the settings, and keeps the country that a device has', () => {
  const thai = { ...GOOD, country: 'TH', province: 'TH-10' };
  const refusedOf = (given: DeviceFields, regions: Partial<Regions>, present = '') => {
    const judged = judgeDevice(given, { today: '2026-11-27', regions: { ...REGIONS, ...regions }, present });
    return judged.ok ? {} : judged.refused;
  };
  const countries = [{ code: 'TH', provinces: [{ code: 'TH-10', names: { en: 'Bangkok' } }] }];
  expect(refusedOf(thai, { recCountries: ['TH'], countries })).toEqual({});
  expect(refusedOf(thai, { recCountries: ['TH'] })).toEqual({ province: { code: 'choice_unknown' } });
  expect(refusedOf({ ...thai, province: '' }, {}, 'TH')).toEqual({});
  expect(refusedOf(GOOD, { recCountries: ['TH'] })).toEqual({ country: { code: 'choice_unknown' } });
  // Companies cannot be in Vietnam, but its provinces are known.
  expect(refusedOf(GOOD, { countries })).toEqual({});
});

it('keeps unknown what is unknown: empty fields, and a commissioning date of 1900-01-01', () => {
  const given = {
    ...GOOD,
    commissionedOn: '1900-01-01',
    capacity: '',
    supported: '',
    fuelCode: '',
    technologyCode: '',
  };
  expect(judgeDevice({ ...given, province: '', labels: '', address: '' }, TODAY)).toMatchObject({
    ok: true,
    value: { commissionedOn: null, capacityKilowatts: null, supported: 'unknown', labels: [] },
  });
});

it.each<[field: keyof DeviceFields, value: string, code: string]>([
  ['registry', '', 'field_required'],
  ['registry', 'x', 'choice_unknown'],
  ['registryId', ' ', 'field_required'],
  ['registryId', 'x'.repeat(101), 'less_than_maximum_character'],
  ['name', '', 'field_required'],
  ['name', 'Solar 🌞', 'emoji_not_allowed'],
  ['country', 'FR', 'choice_unknown'],
  ['province', 'MY-01', 'choice_unknown'],
  ['fuelType', '', 'field_required'],
  ['fuelType', 'Wind', 'fuel_code_differs'],
  ['fuelCode', 'F01040100', 'code_format'],
  ['technologyCode', 'PV', 'code_format'],
  ['capacity', '0', 'capacity_invalid'],
  ['capacity', '1.2345', 'capacity_invalid'],
  ['capacity', '100001', 'capacity_invalid'],
  ['commissionedOn', '2019-02-30', 'date_invalid'],
  ['commissionedOn', '30.06.2019', 'date_invalid'],
  ['commissionedOn', '2026-11-28', 'date_in_future'],
  ['repoweredOn', '2019-06-29', 'repowered_before_commissioned'],
  ['supported', 'perhaps', 'choice_unknown'],
  ['labels', 'x'.repeat(256), 'less_than_maximum_character'],
  ['address', 'Lot #7', 'address_incorrect'],
])('refuses %s %j: %s', (field, value, code) => {
  expect(judgeDevice({ ...GOOD, [field]: value }, TODAY)).toMatchObject({ ok: false, refused: { [field]: { code } } });
});
