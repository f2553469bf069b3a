import { expect, it } from 'vitest';
import { companyNameIn } from '#domain/company/company-name.ts';

const both = { companyName: '云南澜江水电有限公司', englishCompanyName: 'Yunnan Lanjiang Hydropower Co., Ltd.' };

it('names a company in English to readers of English, and by its own name to others and where it has no second one', () => {
  expect(companyNameIn('en', both)).toBe(both.englishCompanyName);
  expect(companyNameIn('zh', both)).toBe(both.companyName);
  expect(companyNameIn('en', { companyName: 'Suria Berhad', englishCompanyName: '' })).toBe('Suria Berhad');
});
