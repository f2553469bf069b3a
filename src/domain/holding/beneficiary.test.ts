import { expect, test } from 'vitest';
import {
  judgeBeneficiary,
  judgeCompletePlace,
  ownBeneficiary,
  tidyBeneficiary,
  type BeneficiaryField,
} from '#domain/holding/beneficiary.ts';

const GOOD = {
  accountType: 'Building',
  name: '滨海大厦 Menara Pantai',
  address: 'No. 8, Jalan Sultan (Tower B), 50200 Kuala Lumpur',
  nameOnCertificates: 'Menara Pantai',
  buildingOwnerName: 'Pantai Holdings Sdn Bhd',
  country: 'MY',
  location: 'Kuala Lumpur, 滨海',
};

test('a building with its owner, a company and a person are valid', () => {
  expect(judgeBeneficiary(GOOD)).toEqual({});
  expect(judgeBeneficiary({ ...GOOD, accountType: 'Corporate', buildingOwnerName: '' })).toEqual({});
  expect(judgeBeneficiary({ ...GOOD, accountType: 'Personal', buildingOwnerName: '' })).toEqual({});
});

const wrong: readonly (readonly [field: BeneficiaryField, value: string, code: string])[] = [
  ['accountType', '', 'field_required'],
  ['accountType', 'Ship', 'choice_unknown'],
  ['name', ' ', 'field_required'],
  ['name', 'x'.repeat(256), 'less_than_maximum_character'],
  ['name', 'Menara 🌞', 'emoji_not_allowed'],
  ['name', 'Menara\u202E', 'not_allow_special_character'],
  ['address', '', 'field_required'],
  ['address', 'x'.repeat(256), 'less_than_maximum_character'],
  ['address', 'Lot #7', 'address_incorrect'],
  ['nameOnCertificates', '', 'field_required'],
  ['nameOnCertificates', 'x'.repeat(256), 'less_than_maximum_character'],
  ['buildingOwnerName', '', 'field_required'],
  ['buildingOwnerName', 'x'.repeat(256), 'less_than_maximum_character'],
  ['country', 'Malaysia', 'choice_unknown'],
  ['location', 'x'.repeat(256), 'less_than_maximum_character'],
  ['location', 'Perai 🌞', 'emoji_not_allowed'],
];

test.each(wrong)('%s "%s" is rejected: %s', (field, value, code) => {
  expect(judgeBeneficiary({ ...GOOD, [field]: value })).toMatchObject({ [field]: { code } });
});

test('removes extra spaces, and the owner of anything but a building', () => {
  const given = { ...GOOD, accountType: 'Personal', name: ' Nurul\n Aisyah ' };
  expect(tidyBeneficiary(given)).toMatchObject({ name: 'Nurul Aisyah', buildingOwnerName: '' });
  expect(tidyBeneficiary(GOOD)).toEqual(GOOD);
});

test('a place may be unknown, but a form asks for it', () => {
  const { country: _country, location: _location, ...old } = GOOD;
  expect(judgeBeneficiary(old)).toEqual({});
  expect(tidyBeneficiary(old)).toMatchObject({ country: '', location: '' });
  expect(judgeCompletePlace({ country: '', location: ' ' })).toEqual({
    country: { code: 'field_required' },
    location: { code: 'field_required' },
  });
  expect(judgeCompletePlace({ country: 'SG', location: 'Jurong' })).toEqual({});
});

test('the company itself is a beneficiary in its own country, unless another one is given', () => {
  const company = { companyName: 'Meranti', registeredAddress: 'Jalan 1', country: 'MY' };
  expect(ownBeneficiary(company, {})).toMatchObject({ name: 'Meranti', country: 'MY', location: '' });
  expect(ownBeneficiary(company, { country: 'VN', location: 'Hue' })).toMatchObject({ country: 'VN', location: 'Hue' });
});
