import * as z from 'zod/mini';
import { countrySchema, idSchema, listOf, pageQuery } from '#contract/basics.ts';
import { route } from '#contract/route.ts';

export const listAccounts = route({
  method: 'GET',
  path: '/admin/accounts',
  access: 'admin',
  summary: 'Business accounts, for choosing an owner',
  query: z.strictObject({ ...pageQuery, status: z.optional(z.enum(['Active', 'Blacklisted'])) }),
  reply: listOf(
    z.strictObject({
      id: idSchema,
      companyName: z.string(),
      country: countrySchema,
      status: z.enum(['Active', 'Blacklisted']),
    }),
  ),
});
