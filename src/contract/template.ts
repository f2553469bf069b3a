import * as z from 'zod/mini';
import { idSchema, listOf, pageQuery, timeSchema } from '#contract/basics/basics.ts';
import { downloadSchema } from '#contract/basics/file.ts';
import { fromReply } from '#contract/basics/from-reply.ts';
import { imageSchema } from '#contract/auction/image-link.ts';
import { route } from '#contract/basics/route.ts';
import { IMAGE_LIMIT, IMAGE_REFUSALS } from '#domain/auction/images.ts';
import { LANGUAGES } from '#domain/basics/language.ts';
import { TEMPLATE_FILE_LIMIT, TEMPLATE_FILE_REFUSALS, TEMPLATE_FILE_TYPES } from '#domain/template/template-file.ts';
import { TEMPLATE_AUDIENCES, TEMPLATE_HTML_MAX, TEMPLATE_REFUSALS } from '#domain/template/template.ts';
import { TEMPLATE_TYPES } from '#domain/template/template-type.ts';

/**
 * Documents that admins keep and everybody reads (docs/rules.md#templates). Each save makes a version that stays as
 * it is. Rich text is HTML that the server cleaned when it was saved.
 */
const typeSchema = z.enum(TEMPLATE_TYPES);
const languageSchema = z.enum(LANGUAGES);
export const templateVersionNumber = z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000));

const fileContentSchema = z.strictObject({
  kind: z.literal('file'),
  fileId: idSchema,
  /** As it was called where it came from. */
  fileName: z.string(),
  fileType: z.enum(TEMPLATE_FILE_TYPES),
  mediaType: z.string(),
  /** In bytes. */
  size: z.number(),
  /** A download, by a link that holds for some hours. */
  url: z.string(),
});
export type FileContent = z.output<typeof fileContentSchema>;

/** Pictures in a text are shown by links that hold for some hours; sent back with the text, they are known again. */
const contentSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), html: z.string() }),
  fileContentSchema,
]);
export type TemplateContent = z.output<typeof contentSchema>;
export const templateContentsSchema = z.strictObject({ en: z.nullable(contentSchema), zh: z.nullable(contentSchema) });

const summaryShape = {
  id: idSchema,
  documentName: z.string(),
  templateType: typeSchema,
  audience: z.enum(TEMPLATE_AUDIENCES),
  /** Chosen by admins: what isn't in use is shown to nobody else. */
  isInUse: z.boolean(),
  languages: z.array(languageSchema),
  version: z.number(),
  creator: z.string(),
  createdTime: timeSchema,
  updater: z.string(),
  updatedTime: timeSchema,
};

const templateSummarySchema = z.strictObject({
  ...summaryShape,
  /** Readers are shown it: a guide in use, or of its kind of policy the one in use that was saved last. */
  isInForce: z.boolean(),
});
export type TemplateSummary = z.output<typeof templateSummarySchema>;

const templateSchema = z.extend(templateSummarySchema, {
  contents: templateContentsSchema,
  /** Users who accepted what it says now. Asked again once the terms in force say something else. */
  acceptedCount: z.number(),
});
export type Template = z.output<typeof templateSchema>;

/** With what was taken out of the texts because it isn't allowed there: `script`, `onclick`, `javascript:`. */
const savedTemplateSchema = z.extend(templateSchema, {
  cut: z.array(z.strictObject({ language: languageSchema, what: z.string() })),
});
export type SavedTemplate = z.output<typeof savedTemplateSchema>;

/** A text may lose much as it is cleaned; cleaning takes time, by its length and depth. */
const GIVEN_HTML_MAX = 2 * TEMPLATE_HTML_MAX;

const fileWishFields = z.strictObject({ kind: z.literal('file'), fileId: idSchema });
const contentWishSchema = z.nullable(
  z.union([
    z.strictObject({ kind: z.literal('text'), html: z.string().check(z.maxLength(GIVEN_HTML_MAX)) }),
    z.pipe(fromReply(fileWishFields, fileContentSchema), fileWishFields),
  ]),
);
const wishShape = {
  documentName: z.string().check(z.maxLength(10_000)),
  audience: z.enum(TEMPLATE_AUDIENCES),
  isInUse: z.boolean(),
  contents: z.strictObject({ en: contentWishSchema, zh: contentWishSchema }),
};

/** A document as its reader is shown it: in its language, else in the other one, which it is told. */
const readDocumentSchema = z.strictObject({
  templateId: idSchema,
  version: z.number(),
  templateType: typeSchema,
  documentName: z.string(),
  updatedTime: timeSchema,
  language: languageSchema,
  isInReadersLanguage: z.boolean(),
  content: contentSchema,
});
export type ReadDocument = z.output<typeof readDocumentSchema>;

export const getTemplateContent = route('GET /templates/content', {
  access: 'open',
  summary:
    'What readers are shown of a type: every guide for everyone, or the policy in force, in the caller’s language',
  query: z.strictObject({ templateType: typeSchema }),
  reply: z.array(readDocumentSchema),
  refuses: ['template_not_found'],
});

export const getTemplateContentAsAdmin = route('GET /admin/templates/content', {
  ...getTemplateContent,
  summary: 'The same, with the guides for admins',
});

export const listTemplateTypes = route('GET /templates/template-types', {
  access: 'admin',
  summary: 'What types of templates there are',
  reply: z.array(typeSchema),
});

export const listTemplates = route('GET /templates', {
  access: 'admin',
  summary: 'Templates by their names, the last saved first',
  query: z.strictObject({ ...pageQuery, templateType: z.optional(typeSchema) }),
  reply: listOf(templateSummarySchema),
});

export const getTemplate = route('GET /templates/{id}', {
  access: 'admin',
  summary: 'A template in all its languages',
  reply: templateSchema,
});

export const createTemplate = route('POST /templates', {
  access: 'admin',
  summary: 'Create a template; its type stays',
  body: z.strictObject({ ...wishShape, templateType: typeSchema }),
  reply: savedTemplateSchema,
  refuses: TEMPLATE_REFUSALS,
  idempotencyKey: 'optional',
});

const updateFields = z.strictObject({ ...wishShape, version: templateVersionNumber });

/** `version` is the one that was edited: somebody who was faster isn't overwritten. */
export const updateTemplate = route('PUT /templates/{id}', {
  access: 'admin',
  summary: 'Save a new version of a template; one that says the same is none',
  body: z.pipe(fromReply(updateFields, templateSchema), updateFields),
  reply: savedTemplateSchema,
  refuses: [...TEMPLATE_REFUSALS, 'template_changed'],
});

/** Its versions stay in the database, as every version does. */
export const deleteTemplate = route('DELETE /templates/{id}', {
  access: 'admin',
  summary: 'Delete a template that is not in use and that nobody accepted',
  refuses: ['template_in_use'],
});

/** Files and pictures are uploaded first; what no template names after a day is forgotten. */
export const uploadTemplateFile = route('POST /templates/upload', {
  access: 'admin',
  summary: 'Upload a file for a template: PDF, Word, Excel or PowerPoint, under 25 MB, told by its content',
  body: z.strictObject({ File: z.file() }),
  file: TEMPLATE_FILE_LIMIT,
  reply: fileContentSchema,
  refuses: [...TEMPLATE_FILE_REFUSALS, 'files_unavailable'],
});

export const uploadTemplateImage = route('POST /templates/images', {
  access: 'admin',
  summary: 'Upload a picture for a text: a JPEG or PNG of at most 1 MB and 1920 pixels a side',
  body: z.strictObject({ File: z.file() }),
  file: IMAGE_LIMIT,
  reply: imageSchema,
  refuses: [...IMAGE_REFUSALS, 'files_unavailable'],
});

const versionSummarySchema = z.strictObject({
  version: z.number(),
  documentName: z.string(),
  isInUse: z.boolean(),
  languages: z.array(languageSchema),
  updater: z.string(),
  updatedTime: timeSchema,
  /** Users who accepted this version. */
  acceptedCount: z.number(),
});
export type TemplateVersionSummary = z.output<typeof versionSummarySchema>;

export const listTemplateVersions = route('GET /templates/{id}/versions', {
  access: 'admin',
  summary: 'Every version of a template, the newest first',
  query: z.strictObject({ currentPage: pageQuery.currentPage, limit: pageQuery.limit }),
  reply: listOf(versionSummarySchema),
});

export const templateVersionParams = z.strictObject({
  id: idSchema,
  version: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)),
});

export const getTemplateVersion = route('GET /templates/{id}/versions/{version}', {
  access: 'admin',
  summary: 'A version as it was saved',
  params: templateVersionParams,
  reply: z.strictObject({ ...summaryShape, contents: templateContentsSchema }),
});

/** Readers are given links to files, which say by themselves until when they hold. */
export const getTemplateFile = route('GET /templates/files/{id}', {
  access: 'open',
  summary: 'A file by the link that came with its template; a link that is over and a missing file answer alike',
  query: z.strictObject({ until: z._default(z.string(), ''), signature: z._default(z.string(), '') }),
  reply: downloadSchema,
  refuses: ['files_unavailable'],
});
