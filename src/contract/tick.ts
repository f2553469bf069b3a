import * as z from 'zod/mini';
import { idSchema, listOf, pageQuery, priceSchema, priceUnitSchema } from '#contract/basics/basics.ts';
import { fromReply } from '#contract/basics/from-reply.ts';
import { route } from '#contract/basics/route.ts';
import { TICK_REFUSALS } from '#domain/auction/judge-tick.ts';

/** The auctions of a tick size are counted up to this number. A count of one more means "more than this". */
export const TICK_USES_COUNTED = 1_000;

export const tickSizeSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  priceStep: priceSchema,
  unit: priceUnitSchema,
  /** Auctions that use it, at most one more than `TICK_USES_COUNTED`. */
  auctionCount: z.number(),
});
export type TickSize = z.output<typeof tickSizeSchema>;

export const listTickSizes = route('GET /admin/tick-sizes', {
  summary: 'The available tick sizes',
  query: z.strictObject(pageQuery),
  reply: listOf(tickSizeSchema),
});

const tickFields = z.strictObject({
  name: z.string().check(z.maxLength(10_000)),
  priceStep: z.nullable(z.number()),
  /** May be left out. A deployment has one currency, so any other unit is refused. */
  unit: z.optional(priceUnitSchema),
});
const tickBody = z.pipe(fromReply(tickFields, tickSizeSchema), tickFields);

const tickRefuses = [...TICK_REFUSALS, 'choice_unknown'] as const;

export const createTickSize = route('POST /admin/tick-sizes', {
  summary: 'Create a tick size',
  body: tickBody,
  reply: tickSizeSchema,
  refuses: tickRefuses,
  idempotencyKey: 'optional',
});

export const updateTickSize = route('PUT /admin/tick-sizes/{id}', {
  summary: 'Change a tick size that no auction uses yet',
  body: tickBody,
  reply: tickSizeSchema,
  refuses: [...tickRefuses, 'tick_size_in_use'],
});

export const deleteTickSize = route('DELETE /admin/tick-sizes/{id}', {
  summary: 'Delete a tick size that no auction uses',
  refuses: ['tick_size_in_use'],
});
