import { describe, expect, test } from 'vitest';
import { inForce, judgeAcceptance, toAccept, type VersionFacts } from '#domain/template/in-force.ts';
import { judgeBytes } from '#domain/basics/file-limit.ts';
import { TEMPLATE_FILE_LIMIT } from '#domain/template/template-file.ts';
import {
  DOCUMENT_NAME_MAX,
  judgeTemplate,
  TEMPLATE_HTML_MAX,
  type ProposedTemplate,
} from '#domain/template/template.ts';

const wish = (changes: Partial<ProposedTemplate> = {}): ProposedTemplate => ({
  documentName: 'Guide for buyers',
  templateType: 'UserGuide',
  audience: 'Everyone',
  contents: { en: { kind: 'text', html: '<p>Welcome</p>' }, zh: null },
  ...changes,
});
const text = (html: string) => ({ en: { kind: 'text', html } as const, zh: null });

describe('a template', () => {
  test.each<[string, Partial<ProposedTemplate>, object]>([
    ['has a text in one language', {}, {}],
    ['may be a file', { contents: { en: null, zh: { kind: 'file', fileId: 'x' } } }, {}],
    ['needs a name', { documentName: '  ' }, { documentName: { code: 'field_required' } }],
    [
      'limits the length of its name',
      { documentName: 'x'.repeat(DOCUMENT_NAME_MAX + 1) },
      { documentName: { code: 'less_than_maximum_character', params: { maximum: DOCUMENT_NAME_MAX } } },
    ],
    ['needs contents', { contents: { en: null, zh: null } }, { contents: { code: 'template_says_nothing' } }],
    [
      'needs more than markup',
      { contents: text('<p>&nbsp;<br /></p>') },
      { 'contents.en': { code: 'field_required' } },
    ],
    ['may be an image', { contents: text('<p><img src="x" /></p>') }, {}],
    ['may use its full length', { contents: text('x'.repeat(TEMPLATE_HTML_MAX)) }, {}],
    [
      'has a maximum length',
      { contents: text('x'.repeat(TEMPLATE_HTML_MAX + 1)) },
      { 'contents.en': { code: 'less_than_maximum_character', params: { maximum: TEMPLATE_HTML_MAX } } },
    ],
    ['for administrators is a guide', { audience: 'Admins' }, {}],
    [
      'that is a policy applies to everyone',
      { audience: 'Admins', templateType: 'Privacy' },
      { audience: { code: 'audience_not_for_policies' } },
    ],
  ])('%s', (_what, changes, refusals) => expect(judgeTemplate(wish(changes))).toEqual(refusals));

  test('has files of less than 25 MB', () => {
    expect(judgeBytes(TEMPLATE_FILE_LIMIT, 25 * 1_048_576 - 1)).toBeUndefined();
    expect(judgeBytes(TEMPLATE_FILE_LIMIT, 25 * 1_048_576)).toEqual({
      code: 'file_must_be_under',
      params: { megabytes: 25 },
    });
  });
});

const facts = (templateId: string, changes: Partial<VersionFacts> = {}): VersionFacts => ({
  templateId,
  templateType: 'TermsAndConditions',
  isInUse: true,
  version: 3,
  contentsSince: 2,
  updatedAtMs: 1_000,
  ...changes,
});
const idsOf = (templates: readonly VersionFacts[]) => templates.map(({ templateId }) => templateId);

describe('documents in force', () => {
  test('are every active guide, and the last saved policy of each kind', () => {
    const templates = [
      facts('guide', { templateType: 'UserGuide' }),
      facts('second guide', { templateType: 'UserGuide', updatedAtMs: 9 }),
      facts('old guide', { templateType: 'UserGuide', isInUse: false }),
      facts('terms'),
      facts('later terms', { updatedAtMs: 2_000 }),
      facts('prepared terms', { updatedAtMs: 3_000, isInUse: false }),
      facts('privacy', { templateType: 'Privacy', updatedAtMs: 5 }),
    ];
    expect(idsOf(inForce(templates))).toEqual(['guide', 'second guide', 'later terms', 'privacy']);
  });

  test('contain one policy of a kind, even if two were saved at the same moment', () => {
    expect(idsOf(inForce([facts('a'), facts('b')]))).toEqual(['b']);
    expect(idsOf(inForce([facts('b'), facts('a')]))).toEqual(['b']);
  });
});

describe('documents to accept', () => {
  const accepted = (version: number) => [{ templateId: 'terms', version }];

  test.each([
    ['the terms in force', [], ['terms']],
    ['the current version, not the previous one', accepted(1), ['terms']],
    ['nothing after a change of the name only', accepted(2), []],
    ['nothing once accepted', accepted(3), []],
  ])('%s', (_what, before, missing) => expect(idsOf(toAccept([facts('terms')], before))).toEqual(missing));

  test('exclude guides, the privacy policy and inactive documents', () => {
    const others = [facts('guide', { templateType: 'UserGuide' }), facts('privacy', { templateType: 'Privacy' })];
    expect(toAccept([...others, facts('old', { isInUse: false })], [])).toEqual([]);
  });
});

describe('an acceptance', () => {
  const templates = [
    facts('terms'),
    facts('privacy', { templateType: 'Privacy' }),
    facts('guide', { templateType: 'UserGuide' }),
    facts('old', { isInUse: false }),
  ];
  test.each([
    ['terms', 3, undefined],
    ['terms', 2, undefined],
    ['terms', 1, 'template_not_in_force'],
    ['terms', 4, 'template_not_in_force'],
    ['privacy', 3, undefined],
    ['guide', 3, 'template_not_in_force'],
    ['old', 3, 'template_not_in_force'],
    ['missing', 3, 'template_not_in_force'],
  ] as const)('for %s %i: %s', (templateId, version, refused) =>
    expect(judgeAcceptance(templates, { templateId, version })).toBe(refused),
  );
});
