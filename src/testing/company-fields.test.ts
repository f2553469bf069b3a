import { expect, test } from 'vitest';
import { aCompany } from '#testing/builders/company-builders.ts';
import { readDocument } from '#testing/tidy/documents.ts';

/**
 * Files to which each new field of a company must be added, although neither the compiler nor another test requires
 * this. To add a field, begin with a migration and with `CompanyFields`. The compiler then reports all other places.
 */
const PLACES: Readonly<Record<string, (field: string) => RegExp>> = {
  // A field appears in this file twice: in a type and in a rule.
  'src/domain/company/company.ts': (field) => new RegExp(`\\b${field}\\b[^]*\\b${field}\\b`),
  'src/server/company/company-columns.ts': (field) => new RegExp(`^  '${field}',$`, 'm'),
  'src/server/personal-data/held.ts': (field) => new RegExp(`\\b${columnOf(field)}\\b`),
  'src/web/company/company-fields.tsx': (field) => new RegExp(`\\bfield\\('${field}'\\)`),
  'src/web/company/company-facts.tsx': (field) => new RegExp(`\\bfact\\('${field}'`),
};
const columnOf = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

test.each(Object.entries(PLACES))('%s has every field of a company', (path, namedBy) => {
  const text = readDocument(path) ?? '';
  expect(Object.keys(aCompany()).filter((field) => !namedBy(field).test(text))).toEqual([]);
});
