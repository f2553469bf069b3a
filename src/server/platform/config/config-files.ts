import * as z from 'zod';
import { webAddress } from '#server/platform/config/config-values.ts';

/** Where files that people upload are kept: a folder beside the database, unless an S3 service is named. */
export const fileSettings = {
  /** `https://host[:port]` of any service that speaks S3. */
  S3_ENDPOINT: webAddress,
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'not a name of a bucket')
    .optional()
    .describe('the name of a bucket, in small letters, as greenlot-files'),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY: z.string().min(1).optional(),
  S3_SECRET_KEY: z.string().min(1).optional(),
};

type FileSettings = z.output<z.ZodObject<typeof fileSettings>>;
const TOGETHER = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;

/** What about the object storage doesn't fit together. */
export function fileFaults(values: FileSettings): string[] {
  const missing = TOGETHER.filter((name) => values[name] === undefined);
  return missing.length === 0 || missing.length === TOGETHER.length
    ? []
    : missing.map((name) => `${name} is missing: ${TOGETHER.join(', ')} belong together`);
}
