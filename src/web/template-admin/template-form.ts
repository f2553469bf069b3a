import type { BodyOf } from '#contract/basics/route.ts';
import type { createTemplate, FileContent, Template, TemplateContent } from '#contract/template.ts';
import { isPolicy, judgeTemplate, type TemplateAudience } from '#domain/template/template.ts';
import type { TemplateType } from '#domain/template/template-type.ts';
import type { Refusals } from '#web/design/forms/use-form.ts';

/**
 * What a template says in one language, as it is edited: the text and the file stay beside each other, so that trying
 * the other kind loses nothing. Of a kind that is empty nothing is saved.
 */
export type ContentDraft = {
  readonly kind: TemplateContent['kind'];
  readonly html: string;
  readonly file: FileContent | null;
};

export type TemplateValues = {
  readonly documentName: string;
  readonly templateType: TemplateType;
  readonly audience: TemplateAudience;
  readonly isInUse: boolean;
  /** Named as the server names them. */
  readonly 'contents.en': ContentDraft;
  readonly 'contents.zh': ContentDraft;
};

type TemplateRequest = BodyOf<typeof createTemplate>;
type ContentRequest = TemplateRequest['contents']['en'];

const NOTHING: ContentDraft = { kind: 'text', html: '', file: null };

export const NEW_TEMPLATE: TemplateValues = {
  documentName: '',
  templateType: 'UserGuide',
  audience: 'Everyone',
  isInUse: true,
  'contents.en': NOTHING,
  'contents.zh': NOTHING,
};

/** Only what it says and how it is called: of a template and of any of its versions. */
type Stored = Pick<Template, 'documentName' | 'templateType' | 'audience' | 'isInUse' | 'contents'>;

export const valuesOf = ({ contents, ...stored }: Stored): TemplateValues => ({
  documentName: stored.documentName,
  templateType: stored.templateType,
  audience: stored.audience,
  isInUse: stored.isInUse,
  'contents.en': draftOf(contents.en),
  'contents.zh': draftOf(contents.zh),
});

const draftOf = (content: TemplateContent | null): ContentDraft =>
  content?.kind === 'file'
    ? { kind: 'file', html: '', file: content }
    : { kind: 'text', html: content?.html ?? '', file: null };

/** What is sent. Policies are for everyone, whatever was chosen before the type was. */
export const templateRequest = (values: TemplateValues): TemplateRequest => ({
  documentName: values.documentName.trim(),
  templateType: values.templateType,
  audience: isPolicy(values.templateType) ? 'Everyone' : values.audience,
  isInUse: values.isInUse,
  contents: { en: contentRequest(values['contents.en']), zh: contentRequest(values['contents.zh']) },
});

const contentRequest = ({ kind, html, file }: ContentDraft): ContentRequest => {
  if (kind === 'file') return file && { kind, fileId: file.fileId };
  return html === '' ? null : { kind, html };
};

/** What readers would be shown if it were saved now. */
export const contentOf = ({ kind, html, file }: ContentDraft): TemplateContent | null => {
  if (kind === 'file') return file;
  return html === '' ? null : { kind, html };
};

export function judgeTemplateForm(values: TemplateValues): Refusals<TemplateValues> {
  const { contents, ...fields } = judgeTemplate(templateRequest(values));
  // That there is nothing in either language is said at the first one.
  return { ...fields, ...(contents && { 'contents.en': contents }) };
}
