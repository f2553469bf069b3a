import { MEGABYTE, type FileLimit } from '#domain/basics/file-limit.ts';
import type { Refusal } from '#domain/basics/result.ts';

/** File types of a template (docs/rules.md#files), with their media types. */
export const TEMPLATE_MEDIA_TYPES = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
} as const;
export type TemplateFileType = keyof typeof TEMPLATE_MEDIA_TYPES;
export const TEMPLATE_FILE_TYPES = Object.keys(TEMPLATE_MEDIA_TYPES) as TemplateFileType[];

/** File extensions, as shown to users. The server decides a file's real type by its content. */
export const TEMPLATE_FILE_ENDINGS = TEMPLATE_FILE_TYPES.map((type) => `.${type}`).join(', ');

/** A file must be smaller than this number of megabytes (docs/rules.md#files). A file of exactly 25 MB is refused. */
const TOO_LARGE_MEGABYTES = 25;
export const TEMPLATE_FILE_LIMIT: FileLimit<'file_must_be_under'> = {
  bytes: TOO_LARGE_MEGABYTES * MEGABYTE - 1,
  tooLarge: { code: 'file_must_be_under', params: { megabytes: TOO_LARGE_MEGABYTES } },
};

export const TEMPLATE_FILE_REFUSALS = [
  'file_type_must_be',
  'file_must_be_under',
  'file_encrypted',
  'file_has_macros',
  'file_has_objects',
  'file_unreadable',
  'file_unfolds_too_far',
] as const;
/** All refusals of a file. `file_unknown` means that no file has this id, which only the database can tell. */
export type TemplateFileRefusal = (typeof TEMPLATE_FILE_REFUSALS)[number] | 'file_unknown';

export const wrongTemplateType: Refusal<'file_type_must_be'> = {
  code: 'file_type_must_be',
  params: { types: TEMPLATE_FILE_ENDINGS },
};

export type FileVerdict = TemplateFileType | Refusal<TemplateFileRefusal>;
