import type { BodyOf } from '#contract/basics/route.ts';
import type { createTemplate, FileContent, Template, TemplateContent } from '#contract/template.ts';
import { isPolicy, judgeTemplate, type TemplateAudience } from '#domain/template/template.ts';
import type { TemplateType } from '#domain/template/template-type.ts';
import type { Refusals } from '#web/design/forms/use-form.ts';

/**
 * The edited content of a document in one language. It keeps both the text and the file, so that nothing is lost when
 * the person tries the other kind. Only the selected kind is saved.
 */
export type ContentDraft = {
  readonly kind: TemplateContent['kind'];
  readonly html: string;
  readonly file: FileContent | null;
};

/** The values of the form, with the content of both languages. */
export type TemplateValues = {
  readonly documentName: string;
  readonly templateType: TemplateType;
  readonly audience: TemplateAudience;
  readonly isInUse: boolean;
  /** These two fields have the names that the server uses in its refusals. */
  readonly 'contents.en': ContentDraft;
  readonly 'contents.zh': ContentDraft;
};

type TemplateRequest = BodyOf<typeof createTemplate>;
type ContentRequest = TemplateRequest['contents']['en'];

/** The initial form values for a language without content. */
const NOTHING: ContentDraft = { kind: 'text', html: '', file: null };

/** The values of a new document's form. */
export const NEW_TEMPLATE: TemplateValues = {
  documentName: '',
  templateType: 'UserGuide',
  audience: 'Everyone',
  isInUse: true,
  'contents.en': NOTHING,
  'contents.zh': NOTHING,
};

/** The members that a document shares with each of its versions. */
type Stored = Pick<Template, 'documentName' | 'templateType' | 'audience' | 'isInUse' | 'contents'>;

/** Returns the form values of a stored document, or of one of its versions. */
export const valuesOf = ({ contents, ...stored }: Stored): TemplateValues => ({
  documentName: stored.documentName,
  templateType: stored.templateType,
  audience: stored.audience,
  isInUse: stored.isInUse,
  'contents.en': draftOf(contents.en),
  'contents.zh': draftOf(contents.zh),
});

/** Returns the form values of stored content. Missing content becomes an empty text. */
const draftOf = (content: TemplateContent | null): ContentDraft =>
  content?.kind === 'file'
    ? { kind: 'file', html: '', file: content }
    : { kind: 'text', html: content?.html ?? '', file: null };

/** Returns the request body. Policies are always for everyone, also if the person chose another audience earlier. */
export const templateRequest = (values: TemplateValues): TemplateRequest => ({
  documentName: values.documentName.trim(),
  templateType: values.templateType,
  audience: isPolicy(values.templateType) ? 'Everyone' : values.audience,
  isInUse: values.isInUse,
  contents: { en: contentRequest(values['contents.en']), zh: contentRequest(values['contents.zh']) },
});

/** Returns the content as the server expects it; null if there is no text, or no file yet. */
const contentRequest = ({ kind, html, file }: ContentDraft): ContentRequest => {
  if (kind === 'file') return file && { kind, fileId: file.fileId };
  return html === '' ? null : { kind, html };
};

/** Returns the content that readers would see after the current input is saved. */
export const contentOf = ({ kind, html, file }: ContentDraft): TemplateContent | null => {
  if (kind === 'file') return file;
  return html === '' ? null : { kind, html };
};

/** Returns the refusals of a template form, by field. */
export function judgeTemplateForm(values: TemplateValues): Refusals<TemplateValues> {
  const { contents, ...fields } = judgeTemplate(templateRequest(values));
  // If both languages are empty, the first one shows the error.
  return { ...fields, ...(contents && { 'contents.en': contents }) };
}
