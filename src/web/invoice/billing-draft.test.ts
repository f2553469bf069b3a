import { expect, test } from 'vitest';
import { EMPTY_BILLING } from '#domain/invoice/billing.ts';
import { billingOf, judgeTaxDrafts, NEW_TAX, platformBillingOf, platformDraftOf } from '#web/invoice/billing-draft.ts';
import { PLATFORM_COMPANY } from '#testing/builders/invoice-builders.ts';

const TAX = { code: '02', ratePercent: 8, reason: '', from: '2026-01-01', until: null, nameEn: 'SST', nameZh: '' };
const DRAFT = { ...TAX, fees: 'buyer' as const };

test('the details of the platform are sent as they were read', () => {
  const stored = { ...EMPTY_BILLING, city: 'Ipoh', taxes: [DRAFT], version: 3, company: PLATFORM_COMPANY };
  const draft = platformDraftOf(stored);
  expect(draft).toMatchObject({ city: 'Ipoh', 'company.companyName': 'Greenlot Sdn Bhd' });
  expect(platformBillingOf(draft, 3)).toEqual(stored);
});

test('a tax without code, rate or first day is refused before it is sent', () => {
  expect(judgeTaxDrafts([DRAFT])).toBeUndefined();
  expect(judgeTaxDrafts([DRAFT, NEW_TAX])).toEqual({ code: 'field_required' });
  expect(judgeTaxDrafts([{ ...DRAFT, ratePercent: Number.NaN }])).toEqual({ code: 'field_required' });
  expect(billingOf({ ...EMPTY_BILLING, taxes: [DRAFT] }, 1).taxes).toEqual([TAX]);
});
