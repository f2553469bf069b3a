import { expect, it } from 'vitest';
import type { FileContent, Template } from '#contract/template.ts';
import { judgeTemplateForm, NEW_TEMPLATE, templateRequest, valuesOf } from '#web/template-admin/template-form.ts';

const FILE: FileContent = {
  kind: 'file',
  fileId: '3f1c2b6e-5a3c-4c83-9d0a-1f0f3a1d2b3c',
  fileName: 'terms.pdf',
  fileType: 'pdf',
  mediaType: 'application/pdf',
  size: 12_345,
  url: '/auction-api/templates/files/x',
};
const TEXT = { kind: 'text', html: '<p>Words</p>' } as const;

const stored = (contents: Template['contents']) =>
  ({ documentName: 'Guide', templateType: 'UserGuide', audience: 'Admins', isInUse: true, contents }) as const;

it('sends a text of one language and a file of the other as they were stored', () => {
  const request = templateRequest(valuesOf(stored({ en: TEXT, zh: FILE })));
  expect(request.contents).toEqual({ en: TEXT, zh: { kind: 'file', fileId: FILE.fileId } });
  expect(request).toMatchObject({ documentName: 'Guide', audience: 'Admins', isInUse: true });
});

it('sends nothing for a language without content of the selected kind, and keeps the other kind', () => {
  const values = valuesOf(stored({ en: TEXT, zh: FILE }));
  const other = { ...values, 'contents.zh': { ...values['contents.zh'], kind: 'text' as const } };
  expect(templateRequest(other).contents.zh).toBeNull();
  expect(other['contents.zh'].file).toEqual(FILE);
});

it('sends a policy for everyone, whatever was selected before its type', () => {
  const values = { ...NEW_TEMPLATE, templateType: 'Privacy' as const, audience: 'Admins' as const };
  expect(templateRequest(values).audience).toBe('Everyone');
});

it('rejects a template without a name, and reports missing content at the first language', () => {
  expect(judgeTemplateForm(NEW_TEMPLATE)).toEqual({
    documentName: { code: 'field_required' },
    'contents.en': { code: 'template_says_nothing' },
  });
});

it('accepts one language alone, and rejects a text without words', () => {
  const only = (html: string) => ({
    ...NEW_TEMPLATE,
    documentName: 'Terms',
    'contents.zh': { ...NEW_TEMPLATE['contents.zh'], html },
  });
  expect(judgeTemplateForm(only('<p>条款</p>'))).toEqual({});
  expect(judgeTemplateForm(only('<p> </p>'))).toEqual({ 'contents.zh': { code: 'field_required' } });
});
