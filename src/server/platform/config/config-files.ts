import * as z from 'zod';
import { webAddress } from '#server/platform/config/config-values.ts';

/** Storage of uploaded files: an S3 bucket if one is configured, otherwise a folder beside the database. */
export const fileSettings = {
  /** `https://host[:port]` of any S3-compatible service. */
  S3_ENDPOINT: webAddress,
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'not the name of a bucket')
    .optional()
    .describe('the name of a bucket in lower case, such as greenlot-files'),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY: z.string().min(1).optional(),
  S3_SECRET_KEY: z.string().min(1).optional(),
};

type FileSettings = z.output<z.ZodObject<typeof fileSettings>>;
const TOGETHER = [
  ['S3_ENDPOINT', 'S3_BUCKET'],
  ['S3_ACCESS_KEY', 'S3_SECRET_KEY'],
] as const;

/** Returns the faults of the object storage settings, some of which must be set together. */
export function fileFaults(values: FileSettings): string[] {
  const alone = TOGETHER.flatMap((names) => {
    const missing = names.filter((name) => values[name] === undefined);
    return missing.length === names.length
      ? []
      : missing.map((name) => `${name} is missing: set ${names.join(' and ')}`);
  });
  const isUnused =
    values.S3_ACCESS_KEY !== undefined && values.S3_ENDPOINT === undefined && values.S3_BUCKET === undefined;
  return isUnused ? [...alone, 'S3_ENDPOINT is missing: S3_ACCESS_KEY is set without a bucket'] : alone;
}
