import { MEGABYTE, type FileLimit } from '#domain/basics/file-limit.ts';
import type { Refusal } from '#domain/basics/result.ts';

/** File types of evidence, with their media types (docs/rules.md#files). */
export const EVIDENCE_MEDIA_TYPES = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
} as const;
export type EvidenceType = keyof typeof EVIDENCE_MEDIA_TYPES;
export const EVIDENCE_TYPES = Object.keys(EVIDENCE_MEDIA_TYPES) as EvidenceType[];

const TOO_LARGE_MEGABYTES = 10;
/** A file must be smaller than this. */
export const EVIDENCE_LIMIT: FileLimit<'file_must_be_under'> = {
  bytes: TOO_LARGE_MEGABYTES * MEGABYTE - 1,
  tooLarge: { code: 'file_must_be_under', params: { megabytes: TOO_LARGE_MEGABYTES } },
};

export const wrongEvidenceType: Refusal<'file_type_must_be'> = {
  code: 'file_type_must_be',
  params: { types: EVIDENCE_TYPES.map((type) => `.${type}`).join(', ') },
};

export const EVIDENCE_REFUSALS = [
  'file_type_must_be',
  'file_must_be_under',
  'file_encrypted',
  'file_has_macros',
  'file_has_objects',
  'file_unreadable',
  'file_unfolds_too_far',
] as const;
