import { expect, it } from 'vitest';
import { companyNameIn } from '#domain/company/company-name.ts';

const both = { companyName: '云南澜江水电有限公司', englishCompanyName: 'Yunnan Lanjiang Hydropower Co., Ltd.' };

it('shows the English name to readers of English, and the original name to others or if there is no English one', () => {
  expect(companyNameIn('en', both)).toBe(both.englishCompanyName);
  expect(companyNameIn('zh', both)).toBe(both.companyName);
  expect(companyNameIn('en', { companyName: 'Suria Berhad', englishCompanyName: '' })).toBe('Suria Berhad');
});
