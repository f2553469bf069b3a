import * as z from 'zod/mini';
import { route } from '#contract/basics/route.ts';
import { ACTING_REFUSALS } from '#domain/access/may.ts';
import { REGISTRY_NAMES } from '#domain/certificate/registry.ts';

/** The account of a company at a registry, between which certificates are transferred. */
const registryAccountSchema = z.strictObject({
  registry: z.enum(REGISTRY_NAMES),
  /** The id of the account, as the registry writes it. */
  code: z.string(),
  /** The subaccount in which the registry keeps retired certificates; empty if there is none. */
  retirementCode: z._default(z.string(), ''),
});

const accountsSchema = z.strictObject({ accounts: z.array(registryAccountSchema).check(z.maxLength(20)) });

export const listRegistryAccounts = route('GET /user/accounts/{id}/registry-accounts', {
  summary: "The accounts of one of the caller's companies at registries",
  reply: accountsSchema,
});

export const setRegistryAccounts = route('PUT /user/accounts/{id}/registry-accounts', {
  summary: 'Replace the accounts of a company at registries',
  body: accountsSchema,
  reply: accountsSchema,
  refuses: [...ACTING_REFUSALS, 'field_required', 'less_than_maximum_character'],
});
