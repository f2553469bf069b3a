import * as z from 'zod/mini';
import { idSchema, listOf, pageQuery, timeSchema } from '#contract/basics/basics.ts';
import { downloadSchema } from '#contract/basics/file.ts';
import { fromReply } from '#contract/basics/from-reply.ts';
import { imageSchema } from '#contract/auction/image-link.ts';
import { route } from '#contract/basics/route.ts';
import { IMAGE_LIMIT, IMAGE_REFUSALS } from '#domain/auction/images.ts';
import { BASE_LANGUAGES } from '#domain/basics/language.ts';
import { TEMPLATE_FILE_LIMIT, TEMPLATE_FILE_REFUSALS, TEMPLATE_FILE_TYPES } from '#domain/template/template-file.ts';
import { TEMPLATE_AUDIENCES, TEMPLATE_HTML_MAX, TEMPLATE_REFUSALS } from '#domain/template/template.ts';
import { TEMPLATE_TYPES } from '#domain/template/template-type.ts';

/**
 * Documents that admins maintain and everybody reads (docs/rules.md#templates). Each save makes a new version, and
 * versions never change. Rich text is HTML that the server sanitized when it was saved.
 */
const typeSchema = z.enum(TEMPLATE_TYPES);
const languageSchema = z.enum(BASE_LANGUAGES);
export const templateVersionNumber = z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000));

const fileContentSchema = z.strictObject({
  kind: z.literal('file'),
  fileId: idSchema,
  /** The name of the uploaded file. */
  fileName: z.string(),
  fileType: z.enum(TEMPLATE_FILE_TYPES),
  mediaType: z.string(),
  /** Size in bytes. */
  size: z.number(),
  /** Download link, valid for some hours. */
  url: z.string(),
});
export type FileContent = z.output<typeof fileContentSchema>;

/**
 * The contents in one language. Images in a text are shown by links that are valid for some hours. A text can be sent
 * back with these links.
 */
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
  /** Set by admins. Only admins see a template that is not in use. */
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
  /**
   * Whether readers see the template. They see every guide in use. Of several policies of one type in use, they see the
   * policy that was saved last.
   */
  isInForce: z.boolean(),
});
export type TemplateSummary = z.output<typeof templateSummarySchema>;

const templateSchema = z.extend(templateSummarySchema, {
  contents: templateContentsSchema,
  /** Number of users who accepted the template's current text. Users are asked again when the terms in force change. */
  acceptedCount: z.number(),
});
export type Template = z.output<typeof templateSchema>;

/**
 * A template with the forbidden parts that were removed from its texts, such as `script`, `onclick` and `javascript:`.
 */
const savedTemplateSchema = z.extend(templateSchema, {
  cut: z.array(z.strictObject({ language: languageSchema, what: z.string() })),
});
export type SavedTemplate = z.output<typeof savedTemplateSchema>;

/**
 * Maximum length of a text in a request, in characters. It is above the limit of stored texts, because sanitizing may
 * shorten a text a lot. There is a limit, because the time of sanitizing depends on length and depth.
 */
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

/**
 * A document as its reader sees it: in the reader's language if possible, otherwise in the other language. `language`
 * names the language.
 */
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
    'The documents of a type for readers: all guides for everyone, or the policy in force, in the caller’s language',
  query: z.strictObject({ templateType: typeSchema }),
  reply: z.array(readDocumentSchema),
  refuses: ['template_not_found'],
});

export const getTemplateContentAsAdmin = route('GET /admin/templates/content', {
  ...getTemplateContent,
  summary: 'The same, with the guides for administrators',
});

export const listTemplateTypes = route('GET /templates/template-types', {
  access: 'admin',
  summary: 'The types of templates',
  reply: z.array(typeSchema),
});

export const listTemplates = route('GET /templates', {
  access: 'admin',
  summary: 'Templates, last saved first, with search by name',
  query: z.strictObject({ ...pageQuery, templateType: z.optional(typeSchema) }),
  reply: listOf(templateSummarySchema),
});

export const getTemplate = route('GET /templates/{id}', {
  access: 'admin',
  summary: 'A template in all its languages',
  reply: templateSchema,
});

export const addFirstDocuments = route('POST /templates/first', {
  access: 'admin',
  summary: 'Add guides, terms and a privacy policy to a new platform. Terms and policy are drafts: not in use',
  /** The names of the added documents. Documents that exist already stay as they are. */
  reply: z.strictObject({ added: z.array(z.string()) }),
  refuses: ['files_unavailable'],
});

export const createTemplate = route('POST /templates', {
  access: 'admin',
  summary: 'Create a template. Its type cannot be changed later',
  body: z.strictObject({ ...wishShape, templateType: typeSchema }),
  reply: savedTemplateSchema,
  refuses: TEMPLATE_REFUSALS,
  idempotencyKey: 'optional',
});

const updateFields = z.strictObject({ ...wishShape, version: templateVersionNumber });

/** `version` is the version that was edited, so that a concurrent edit is not overwritten. */
export const updateTemplate = route('PUT /templates/{id}', {
  access: 'admin',
  summary: 'Save a new version of a template. Without changes, no version is created',
  body: z.pipe(fromReply(updateFields, templateSchema), updateFields),
  reply: savedTemplateSchema,
  refuses: [...TEMPLATE_REFUSALS, 'template_changed'],
});

/** The versions of a deleted template stay in the database. No version is ever deleted. */
export const deleteTemplate = route('DELETE /templates/{id}', {
  access: 'admin',
  summary: 'Delete a template that is not in use and that no one has accepted',
  refuses: ['template_in_use'],
});

/**
 * Files and images are uploaded before the template names them. A file or image that no template names after a day is
 * deleted.
 */
export const uploadTemplateFile = route('POST /templates/upload', {
  access: 'admin',
  summary: 'Upload a file for a template: PDF, Word, Excel or PowerPoint, under 25 MB. The content decides the type',
  body: z.strictObject({ File: z.file() }),
  file: TEMPLATE_FILE_LIMIT,
  reply: fileContentSchema,
  refuses: [...TEMPLATE_FILE_REFUSALS, 'files_unavailable'],
});

export const uploadTemplateImage = route('POST /templates/images', {
  access: 'admin',
  summary: 'Upload an image for a text: JPEG or PNG, at most 1 MB and 1920 pixels per side',
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
  /** Number of users who accepted this version. */
  acceptedCount: z.number(),
});
export type TemplateVersionSummary = z.output<typeof versionSummarySchema>;

export const listTemplateVersions = route('GET /templates/{id}/versions', {
  access: 'admin',
  summary: 'All versions of a template, newest first',
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

/** Readers get links to files. Each link contains its own expiry. */
export const getTemplateFile = route('GET /templates/files/{id}', {
  access: 'open',
  summary: 'A file by the link from its template. An expired link answers like a missing file',
  query: z.strictObject({ until: z._default(z.string(), ''), signature: z._default(z.string(), '') }),
  reply: downloadSchema,
  refuses: ['files_unavailable'],
});
