import * as z from 'zod/mini';
import { idSchema } from '#contract/basics/basics.ts';

/** An image as links that are valid for some hours: a large one (at most 1920 pixels a side) and a small one. */
export const imageSchema = z.strictObject({ id: idSchema, url: z.string(), smallUrl: z.string() });
export type Image = z.output<typeof imageSchema>;
