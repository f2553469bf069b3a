import * as z from 'zod/mini';

/**
 * The reply of an operation that answers with a file instead of the envelope (docs/rules.md#answers): downloads and
 * exports.
 */
export const fileSchema = z.strictObject({
  name: z.string(),
  /** Of its content, as HTTP names it. */
  type: z.string(),
  /** Shown in a page instead of kept, and asked for again after that many seconds. */
  shownForSeconds: z.optional(z.number()),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
export type FileReply = z.output<typeof fileSchema>;

/** The same of a large file, which is never in memory as a whole: a download by a link that holds for so many seconds. */
export const downloadSchema = z.strictObject({
  name: z.string(),
  type: z.string(),
  keptForSeconds: z.number(),
  /** In bytes. */
  size: z.number(),
  stream: z.custom<AsyncIterable<Uint8Array>>((value) => typeof value === 'object'),
});
export type DownloadReply = z.output<typeof downloadSchema>;

/** What lists can be had as. */
export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export const exportQuery = { format: z._default(z.enum(EXPORT_FORMATS), 'csv') };
