import * as z from 'zod/mini';
import { idSchema } from '#contract/basics/basics.ts';
import { downloadSchema } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';
import { EVIDENCE_LIMIT, EVIDENCE_REFUSALS, EVIDENCE_TYPES } from '#domain/basics/evidence.ts';

/** A file that proves something, such as a registry's statement. The link is valid for some hours. */
export const evidenceSchema = z.strictObject({
  id: idSchema,
  fileName: z.string(),
  fileType: z.enum(EVIDENCE_TYPES),
  /** Bytes. */
  size: z.number(),
  sha256: z.string(),
  url: z.string(),
});
export type Evidence = z.output<typeof evidenceSchema>;

/** The evidence that a request attaches: ids of files that the caller has uploaded, and of those attached before. */
export const evidenceIdsSchema = z._default(z.array(idSchema).check(z.maxLength(20)), []);

export const uploadEvidence = route('POST /evidence', {
  access: 'signedIn',
  summary:
    'Upload a file as evidence: PDF, image, Word, Excel or PowerPoint, under 10 MB. The content decides the type',
  body: z.strictObject({ File: z.file() }),
  file: EVIDENCE_LIMIT,
  reply: evidenceSchema,
  refuses: [...EVIDENCE_REFUSALS, 'files_unavailable'],
});

export const getEvidence = route('GET /evidence/{id}', {
  access: 'open',
  summary: 'A file by the link from a reply. An expired link answers like a missing file',
  query: z.strictObject({ until: z._default(z.string(), ''), signature: z._default(z.string(), '') }),
  reply: downloadSchema,
  refuses: ['files_unavailable'],
});
