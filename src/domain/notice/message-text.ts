import type { MessageKind } from '#domain/notice/message.ts';
import type { Refusal } from '#domain/basics/result.ts';
import { alwaysIn, parseTemplate, usesIn, type Template } from '#domain/notice/text-template.ts';

/** The texts of emails and text messages that owners can edit (decision 131, docs/rules.md#texts-of-messages). */

/** Matches the names of the phrases that messages are made of. */
const OF_MESSAGES =
  /^(mail|\w+Mail)\.|^\w+\.mail[A-Z]\w*$|^message\.test(Subject|Body)$|^direction\.\w+\.resultFor\w+$/;

/** Whether a phrase is part of a message, by its name, such as `accountMail.invitation.subject`. */
export const isMessageText = (phrase: string): boolean => OF_MESSAGES.test(phrase);

/** Matches a phrase that is a part of the message with the name before it. */
const PART = /^(.+?)(Subject|Body|Text|Line|Unnamed)$/;

/**
 * Returns the id of a phrase's message, such as `accountMail_invitation`, and which part of it the phrase is. An id has no
 * dot, because an address with a dot names a file.
 */
export function partOf(phrase: string, all: ReadonlySet<string>): { readonly id: string; readonly part: string } {
  const names = phrase.split('.');
  const group = names.slice(0, -1).join('.');
  const last = names.at(-1) ?? '';
  if (names.length > 2 || all.has(`${group}.subject`)) return { id: idOf(group), part: last };
  const [, start, part] = PART.exec(last) ?? [];
  return start && part
    ? { id: idOf(`${group}.${start}`), part: part.toLowerCase() }
    : { id: idOf(phrase), part: 'text' };
}

const idOf = (name: string): string => name.replaceAll('.', '_');

export const isSubject = (part: string): boolean => /subject$/i.test(part);

/** Kinds of the messages by the start of their names; the longest start counts. */
const KINDS: Readonly<Record<string, MessageKind>> = {
  mail: 'auction',
  'mail.code': 'code',
  'mail.registrationCode': 'code',
  'mail.forgotPassword': 'code',
  'mail.haveAccount': 'code',
  'mail.passwordChanged': 'security',
  'mail.phone': 'security',
  'mail.registrationToAdmins': 'registration',
  'mail.registrationCorrected': 'registration',
  'mail.result': 'result',
  'mail.rec': 'result',
  approvalMail: 'approval',
  noticeMail: 'auction',
  'noticeMail.closed': 'result',
  requestMail: 'auction',
  bidderMail: 'auction',
  ownerMail: 'auction',
  registrationMail: 'registration',
  accountMail: 'company',
  'accountMail.invitation': 'invitation',
  'accountMail.administrator': 'invitation',
  marketplaceMail: 'marketplace',
  retirementMail: 'retirement',
  automationMail: 'programs',
  certificateMail: 'certificate',
  'certificateMail.registry': 'retirement',
  direction: 'result',
  release: 'result',
  offer: 'settlement',
  settlement: 'settlement',
  invoice: 'invoice',
  message: 'test',
};

/** Returns the kind of a message. Messages without an entry are of the kind `other`; a test allows none. */
export function kindOfText(id: string): MessageKind {
  const starts = Object.keys(KINDS).filter((start) => id.startsWith(idOf(start)));
  const longest = starts.reduce((found, start) => (start.length > found.length ? start : found), '');
  return KINDS[longest] ?? 'other';
}

/** Placeholders that a text must keep if its original has them: without them, the recipient cannot act. */
const REQUIRED = new Set(['code', 'link', 'history', 'time', 'reason', 'number', 'list', 'references', 'answerBy']);

export const SUBJECT_LENGTH_MAX = 200;
export const BODY_LENGTH_MAX = 4_000;
/** A text message of more characters is sent in many parts. */
export const SMS_LENGTH_MAX = 300;

/** Returns the maximum number of characters of a part. */
export const maximumOf = (part: string, isSms: boolean): number =>
  isSubject(part) ? SUBJECT_LENGTH_MAX : isSms ? SMS_LENGTH_MAX : BODY_LENGTH_MAX;

export const MESSAGE_TEXT_REFUSALS = [
  'field_required',
  'less_than_maximum_character',
  'text_line_break',
  'text_character_unknown',
  'text_placeholder_broken',
  'text_placeholder_unknown',
  'text_placeholder_missing',
  'text_placeholder_form',
] as const;
type MessageTextRefusal = Refusal<(typeof MESSAGE_TEXT_REFUSALS)[number]>;

/** The rules of a text, from its originals. */
export type TextRules = {
  readonly maximum: number;
  readonly isSubject: boolean;
  readonly placeholders: readonly Placeholder[];
};
export type Placeholder = {
  readonly name: string;
  readonly form: 'text' | 'number' | 'select';
  /** The options of a select. */
  readonly options: readonly string[];
  readonly isRequired: boolean;
};

/** Returns the rules of a text from its originals in all languages. */
export function rulesOf(part: string, isSms: boolean, originals: readonly string[]): TextRules {
  const templates = originals.map((original) => parseTemplate(original) ?? []);
  const found = new Map<string, Placeholder>();
  for (const use of templates.flatMap(usesIn)) {
    const before = found.get(use.name);
    const isNumber = use.kind === 'plural' || (use.kind === 'value' && use.format !== 'plain');
    const form = use.kind === 'select' ? 'select' : isNumber ? 'number' : (before?.form ?? 'text');
    const options = use.kind === 'select' ? [...use.options.keys()] : [];
    const isRequired = !isSubject(part) && REQUIRED.has(use.name) && form !== 'select';
    found.set(use.name, {
      name: use.name,
      form,
      options: [...new Set([...(before?.options ?? []), ...options])],
      isRequired,
    });
  }
  return { maximum: maximumOf(part, isSms), isSubject: isSubject(part), placeholders: [...found.values()] };
}

/** Control characters, and characters that change the direction of text. Line breaks and tabs are judged separately. */
const UNSEEN = /[^\P{Cc}\n\t]|[\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}]/u;

/** Judges an edited text. The refusal of a placeholder names it. */
export function judgeMessageText(text: string, rules: TextRules): MessageTextRefusal | undefined {
  if (text.trim() === '') return { code: 'field_required' };
  if (text.length > rules.maximum) return { code: 'less_than_maximum_character', params: { maximum: rules.maximum } };
  if (rules.isSubject && /[\r\n\t\u{2028}\u{2029}\u{85}]/u.test(text)) return { code: 'text_line_break' };
  if (UNSEEN.test(text)) return { code: 'text_character_unknown' };
  const template = parseTemplate(text);
  return template ? judgePlaceholders(template, rules) : { code: 'text_placeholder_broken' };
}

function judgePlaceholders(template: Template, { placeholders }: TextRules): MessageTextRefusal | undefined {
  for (const use of usesIn(template)) {
    const known = placeholders.find(({ name }) => name === use.name);
    if (!known) return { code: 'text_placeholder_unknown', params: { name: use.name } };
    if (!fits(use, known)) return { code: 'text_placeholder_form', params: { name: use.name } };
  }
  const present = alwaysIn(template);
  const missing = placeholders.find(({ name, isRequired }) => isRequired && !present.has(name));
  return missing && { code: 'text_placeholder_missing', params: { name: missing.name } };
}

function fits(use: ReturnType<typeof usesIn>[number], { form, options }: Placeholder): boolean {
  if (form === 'select') return use.kind === 'select' && [...use.options.keys()].every((key) => options.includes(key));
  return form === 'number' ? use.kind !== 'select' : use.kind === 'value' && use.format === 'plain';
}
