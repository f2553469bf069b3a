import * as z from 'zod/mini';

/**
 * The reply of an operation that answers with a file instead of the envelope (docs/rules.md#answers): downloads and
 * exports.
 */
export const fileSchema = z.strictObject({
  name: z.string(),
  /** Media type of the content. */
  type: z.string(),
  /** If set, the browser shows the file in a page instead of downloading it, and caches it for this many seconds. */
  shownForSeconds: z.optional(z.number()),
  /** If set, a program may keep the file for this many seconds before it reads it again. */
  keptForSeconds: z.optional(z.number()),
  /** The content, or its beginning if there is a rest. */
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  /** The rest of a file that is too large for memory. */
  rest: z.optional(z.custom<AsyncIterable<Uint8Array>>((value) => typeof value === 'object')),
});
export type FileReply = z.output<typeof fileSchema>;

/**
 * The reply of a download link for a large file. The file is never in memory as a whole. The link is valid for
 * `keptForSeconds`.
 */
export const downloadSchema = z.strictObject({
  name: z.string(),
  type: z.string(),
  keptForSeconds: z.number(),
  /** Size in bytes. */
  size: z.number(),
  stream: z.custom<AsyncIterable<Uint8Array>>((value) => typeof value === 'object'),
});
export type DownloadReply = z.output<typeof downloadSchema>;

/** File formats of exported lists for people: in the reader's language and time zone. */
export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
/**
 * File formats of exported lists for programs: JSON Lines, and CSV with the same columns. They are the same in every
 * language and time zone (decision 119).
 */
export const MACHINE_FORMATS = ['jsonl', 'data-csv'] as const;
export const exportQuery = { format: z._default(z.enum([...EXPORT_FORMATS, ...MACHINE_FORMATS]), 'csv') };
