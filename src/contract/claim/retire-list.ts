import * as z from 'zod/mini';
import { dateSchema, idSchema, productShape } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { daysSchema } from '#contract/claim/certificate-range.ts';
import { ACTING_REFUSALS } from '#domain/access/may.ts';
import { CLAIM_REFUSALS } from '#domain/claim/claim.ts';
import { CONSUMPTION_LINES_MAX, CONSUMPTION_REFUSALS } from '#domain/claim/consumption.ts';

/** Retiring RECs for a list of consumption, one line for each site and month (docs/rules.md#claims). */
const textSchema = z.string().check(z.maxLength(1_000));

const consumptionSchema = z
  .array(
    z.strictObject({
      site: textSchema,
      /** ISO 3166-1 alpha-2. */
      country: textSchema,
      location: textSchema,
      /** `2026-03` */
      month: textSchema,
      /** Decimal text with at most six decimals. */
      megawattHours: textSchema,
    }),
  )
  .check(z.minLength(1), z.maxLength(CONSUMPTION_LINES_MAX));

const holdingSchema = z.strictObject({
  id: idSchema,
  ...productShape,
  balance: z.number(),
  acquiredFrom: z.string(),
  /** Commissioning or repowering of the oldest plant. Null if it is not known for all RECs of the holding. */
  commissionedOn: z.nullable(dateSchema),
});

const proposalSchema = z.strictObject({
  /** Identifies this proposal. Retiring with it fails if the proposal is no longer the same. */
  fingerprint: z.string(),
  needed: z.number(),
  covered: z.number(),
  /** One retirement for each site and year. */
  retirements: z.array(
    z.strictObject({
      site: z.string(),
      country: z.string(),
      location: z.string(),
      period: daysSchema,
      /** Whole RECs: the consumption of the site in the year, rounded up. */
      needed: z.number(),
      matches: z.readonly(
        z.array(
          z.strictObject({
            month: z.string(),
            holdingId: idSchema,
            quantity: z.number(),
            /** Months from the production to the consumption; negative if the production was later. */
            distance: z.number(),
          }),
        ),
      ),
      /** Months with consumption that no RECs cover. */
      uncovered: z.readonly(z.array(z.strictObject({ month: z.string(), quantity: z.number() }))),
    }),
  ),
  /** The holdings from which RECs are taken. */
  holdings: z.array(holdingSchema),
});
export type RetireProposal = z.output<typeof proposalSchema>;

export const proposeRetirements = route('POST /user/accounts/{id}/retirement-proposals', {
  summary: 'Match consumption with the holdings of the company by market, vintage and age. Changes nothing',
  body: z.strictObject({ consumption: consumptionSchema }),
  reply: proposalSchema,
  refuses: [...ACTING_REFUSALS, ...CONSUMPTION_REFUSALS],
});

export const retireProposal = route('POST /user/accounts/{id}/retirements', {
  summary: 'Retire as proposed, all or nothing. Refused if the holdings have changed since',
  body: z.strictObject({
    consumption: consumptionSchema,
    fingerprint: textSchema,
    purpose: z._default(textSchema, 'unknown'),
    purposeText: z._default(textSchema, ''),
  }),
  reply: z.strictObject({ retirements: z.array(z.strictObject({ id: idSchema, number: z.string() })) }),
  refuses: [
    ...ACTING_REFUSALS,
    ...CONSUMPTION_REFUSALS,
    ...CLAIM_REFUSALS,
    'holdings_changed',
    'nothing_to_retire',
    'holding_too_small',
  ],
  idempotencyKey: 'optional',
});
