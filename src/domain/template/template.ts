import type { TemplateType } from '#domain/template/template-type.ts';
import type { BaseLanguage } from '#domain/basics/language.ts';
import type { FieldRefusals, Refusal } from '#domain/basics/result.ts';
import { withoutEmpty } from '#domain/basics/result.ts';
import { judgeLength, judgeText, type TextRefusal } from '#domain/basics/text.ts';

/** Users who can read a document. Policies are for everyone. */
export const TEMPLATE_AUDIENCES = ['Everyone', 'Admins'] as const;
export type TemplateAudience = (typeof TEMPLATE_AUDIENCES)[number];

export const isPolicy = (templateType: TemplateType): boolean => templateType !== 'UserGuide';

export const DOCUMENT_NAME_MAX = 200;
/**
 * Maximum number of characters of a rich text, including its markup. So many characters fill about fifty printed pages.
 */
export const TEMPLATE_HTML_MAX = 100_000;

export const TEMPLATE_REFUSALS = [
  'field_required',
  'less_than_maximum_character',
  'audience_not_for_policies',
  'template_says_nothing',
  'file_unknown',
  'image_unknown',
] as const;
export type TemplateRefusal = (typeof TEMPLATE_REFUSALS)[number];

/** The contents of a template in one language: a rich text, or a file that was uploaded earlier. */
export type ProposedContent =
  | { readonly kind: 'text'; readonly html: string }
  | { readonly kind: 'file'; readonly fileId: string };

/**
 * The contents of a version in each language. A text is sanitized HTML. Files and images are referred to by their ids.
 */
export type StoredContents = Readonly<Record<BaseLanguage, ProposedContent | null>>;

export type ProposedTemplate = {
  readonly documentName: string;
  readonly templateType: TemplateType;
  readonly audience: TemplateAudience;
  readonly contents: StoredContents;
};

export type TemplateField = 'documentName' | 'audience' | 'contents' | `contents.${BaseLanguage}`;

/** Judges a template before it is saved. Contents in one language are enough, but they must not be empty. */
export function judgeTemplate(proposed: ProposedTemplate): FieldRefusals<TemplateField, TemplateRefusal> {
  const { en, zh } = proposed.contents;
  return withoutEmpty<TemplateField, TemplateRefusal>({
    documentName: judgeText(proposed.documentName, DOCUMENT_NAME_MAX),
    audience:
      proposed.audience === 'Admins' && isPolicy(proposed.templateType)
        ? { code: 'audience_not_for_policies' }
        : undefined,
    contents: en || zh ? undefined : { code: 'template_says_nothing' },
    'contents.en': en ? judgeContent(en) : undefined,
    'contents.zh': zh ? judgeContent(zh) : undefined,
  });
}

function judgeContent(content: ProposedContent): Refusal<TextRefusal> | undefined {
  if (content.kind === 'file') return undefined;
  return (
    judgeLength(content.html, TEMPLATE_HTML_MAX) ?? (isBlank(content.html) ? { code: 'field_required' } : undefined)
  );
}

/** Returns whether markup contains neither text nor an image. */
const isBlank = (html: string): boolean =>
  !/<img\b/i.test(html) && html.replaceAll(/<[^>]*>|&nbsp;|&#160;/g, '').trim() === '';
