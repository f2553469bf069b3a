import { expect, test } from 'vitest';
import { chosenOf, EMPTY_BENEFICIARY, judgeChosen, type BeneficiaryDraft } from '#web/holding/beneficiary-draft.ts';

const TYPED: BeneficiaryDraft = {
  ...EMPTY_BENEFICIARY,
  accountType: 'Building',
  name: 'Menara Pantai',
  nameOnCertificates: 'Menara Pantai',
  address: 'Jalan Sultan 8',
  country: 'MY',
  location: 'Perai',
};

test('judges and sends only the selected kind, and keeps what was typed for the other', () => {
  expect(judgeChosen(TYPED)).toEqual({});
  expect(chosenOf(TYPED)).toEqual({ choice: 'own', country: 'MY', location: 'Perai' });
  expect(judgeChosen({ ...TYPED, location: '' })).toEqual({ location: { code: 'field_required' } });
  const saved = { ...TYPED, choice: 'saved' } as const;
  expect(judgeChosen(saved)).toEqual({ beneficiaryId: { code: 'field_required' } });
  expect(chosenOf({ ...saved, beneficiaryId: 'b' })).toEqual({ choice: 'saved', beneficiaryId: 'b' });
  const fresh = { ...TYPED, choice: 'new' } as const;
  expect(judgeChosen(fresh)).toEqual({ buildingOwnerName: { code: 'field_required' } });
  expect(chosenOf({ ...fresh, buildingOwnerName: 'Pantai' })).toMatchObject({
    choice: 'new',
    buildingOwnerName: 'Pantai',
    isSaved: true,
  });
});
