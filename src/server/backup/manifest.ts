import * as z from 'zod';

/**
 * The last entry of a backup. It lists the contents, so that damage and gaps are noticed before anything is restored.
 */
const manifestSchema = z.strictObject({
  product: z.literal('greenlot'),
  format: z.literal(1),
  /** The backup contains everything acknowledged before this moment, by the database's clock. */
  takenAt: z.string(),
  migrations: z.array(z.strictObject({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.strictObject({ name: z.string(), last: z.string() })),
  entries: z.array(z.strictObject({ name: z.string(), bytes: z.number(), sha256: z.string() })),
});
export type Manifest = z.output<typeof manifestSchema>;
export type TableCopy = Manifest['tables'][number];

export const MANIFEST = 'manifest.json';
export const FILES = 'files/';
export const folderOf = (table: string): string => `tables/${table}/`;

/** Reads a manifest. Throws if it is not one of ours, or if this release does not know its format. */
export function readManifest(bytes: Uint8Array): Manifest {
  const read = manifestSchema.safeParse(JSON.parse(Buffer.from(bytes).toString()));
  if (!read.success) throw new Error(`this release cannot read the backup: ${z.prettifyError(read.error)}`);
  return read.data;
}
