import { expect, test } from 'vitest';
import { findRelations, type CompanyFact } from '#domain/company/related-companies.ts';

const fact = (
  accountId: string,
  kind: CompanyFact['kind'],
  value: string,
  userId: string | null = null,
): CompanyFact => ({
  accountId,
  kind,
  value,
  label: value,
  userId,
});

test('two companies that share facts are listed as one pair with all of them', () => {
  const facts = [
    fact('b', 'phone', '+60 1', 'u1'),
    fact('a', 'phone', '+60 1', 'u2'),
    fact('a', 'emailDomain', 'perak.example', 'u2'),
    fact('b', 'emailDomain', 'perak.example', 'u1'),
    fact('b', 'emailDomain', 'perak.example', 'u3'),
    fact('c', 'emailDomain', 'other.example', 'u4'),
    fact('c', 'registrationNumber', '+60 1'),
  ];
  expect(findRelations(facts, 10)).toEqual([
    {
      accountId: 'a',
      otherAccountId: 'b',
      facts: [
        { kind: 'emailDomain', label: 'perak.example' },
        { kind: 'phone', label: '+60 1' },
      ],
    },
  ]);
});

test('a shared member counts as one fact, without its phone', () => {
  const facts = ['a', 'b'].flatMap((id) => [fact(id, 'member', 'u1', 'u1'), fact(id, 'phone', '+60 1', 'u1')]);
  expect(findRelations(facts, 10).map((pair) => pair.facts)).toEqual([[{ kind: 'member', label: 'u1' }]]);
});

test('one company forms no pair, and a long list is cut', () => {
  expect(findRelations([fact('a', 'phone', '1', 'u1'), fact('a', 'phone', '1', 'u2')], 10)).toEqual([]);
  const crowd = Array.from({ length: 100 }, (_, at) => fact(`a${at}`, 'emailDomain', 'x.example', `u${at}`));
  expect(findRelations(crowd, 10)).toHaveLength(10);
});
