import * as z from 'zod/mini';
import { idSchema } from '#contract/basics/basics.ts';

/** An image as screens show it: links that hold for some hours, large (at most 1920 pixels a side) and small. */
export const imageSchema = z.strictObject({ id: idSchema, url: z.string(), smallUrl: z.string() });
export type Image = z.output<typeof imageSchema>;
