import { expect, test } from 'vitest';
import { judgeLanguages, LANGUAGES, usableLanguages } from '#domain/platform-setting/languages.ts';

const KNOWN = ['en', 'zh', 'ms'];

test('a platform offers at least one language, and only languages that have phrases', () => {
  expect(judgeLanguages(LANGUAGES, KNOWN)).toEqual({});
  expect(judgeLanguages({ offered: ['ms'] }, KNOWN)).toEqual({});
  expect(judgeLanguages({ offered: [] }, KNOWN).offered?.code).toBe('field_required');
  expect(judgeLanguages({ offered: ['en', 'th'] }, KNOWN).offered?.code).toBe('choice_unknown');
});

test('a language whose file was removed is not used', () => {
  expect(usableLanguages({ offered: ['ms', 'en', 'th'] }, KNOWN)).toEqual(['en', 'ms']);
  expect(usableLanguages({ offered: ['th'] }, KNOWN)).toEqual(['en', 'zh']);
});
