import { expect, test } from 'vitest';
import { judgeRegistry, type RegistryFields } from '#domain/claim/registry-retirement.ts';

const GOOD: RegistryFields = {
  registry: 'I-REC(E)',
  reference: 'RX-20260131-7',
  verificationKey: '12345678',
  address: 'https://registry.example/public/verification/RX-20260131-7',
  retiredOn: '2026-01-31',
};

test.each<[Partial<RegistryFields>, string | undefined, string | undefined]>([
  [{}, undefined, undefined],
  [{ verificationKey: '', address: '' }, undefined, undefined],
  [{ registry: ' ' }, 'registry', 'field_required'],
  [{ reference: '' }, 'reference', 'field_required'],
  [{ reference: 'x'.repeat(101) }, 'reference', 'less_than_maximum_character'],
  [{ verificationKey: '1\u202E2' }, 'verificationKey', 'not_allow_special_character'],
  [{ address: 'http://registry.example/' }, 'address', 'link_invalid'],
  [{ address: 'javascript:alert(1)' }, 'address', 'link_invalid'],
  [{ address: 'https://me:secret@registry.example/' }, 'address', 'link_invalid'],
  [{ address: `https://registry.example/${'x'.repeat(500)}` }, 'address', 'less_than_maximum_character'],
  [{ retiredOn: '' }, 'retiredOn', 'field_required'],
  [{ retiredOn: '31.01.2026' }, 'retiredOn', 'invalid_date'],
  [{ retiredOn: '2026-02-01' }, 'retiredOn', 'date_in_future'],
])('a retirement at a registry with %o gets %s: %s', (change, field, code) => {
  const found = Object.entries(judgeRegistry({ ...GOOD, ...change }, '2026-01-31'));
  expect(found.map(([name, refusal]) => [name, refusal?.code])).toEqual(field ? [[field, code]] : []);
});
