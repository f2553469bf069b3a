import * as z from 'zod/mini';
import { fileSchema } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';
import { PERSONAL_SECTIONS } from '#domain/access/personal-data.ts';

const sectionSchema = z.strictObject({
  section: z.enum(PERSONAL_SECTIONS),
  /** The number of rows about the person in this section. */
  entries: z.number(),
});

/** Reasons that prevent erasing a person (decision 51). All except the last one have a name. */
export const ERASURE_HINDRANCES = [
  'erasure_auction_open',
  'erasure_order_pending',
  'erasure_registration_open',
  'erasure_last_owner',
  'erasure_sell_order_open',
  'erasure_holds_recs',
  'erasure_last_admin',
] as const;

const hindranceSchema = z.strictObject({
  code: z.enum(ERASURE_HINDRANCES),
  /** Name of the auction, sell order or company that prevents the erasure. Empty if none does. */
  name: z.string(),
});
export type Hindrance = z.output<typeof hindranceSchema>;

/** A person without a password confirms with a sign-in instead. The sign-in may be at most this many minutes old. */
export const FRESH_SIGN_IN_MINUTES = 10;

const personalDataSchema = z.strictObject({
  sections: z.array(sectionSchema),
  /** Reasons that prevent an erasure. Empty if the person can request the erasure. */
  hindrances: z.array(hindranceSchema),
  /** How the person confirms its identity: by its password here, or by a recent sign-in. */
  confirmBy: z.enum(['password', 'signIn']),
});
export type PersonalData = z.output<typeof personalDataSchema>;

export const getPersonalData = route('GET /personal-data', {
  access: 'signedIn',
  summary: 'The data held about the caller, by kind, and what prevents an erasure',
  reply: personalDataSchema,
});

export const exportPersonalData = route('GET /personal-data/export', {
  access: 'signedIn',
  summary: 'All data held about the caller, as JSON, without data about other people',
  reply: fileSchema,
});

export const erasePersonalData = route('POST /personal-data/erasure', {
  access: 'signedIn',
  summary:
    'Erase the caller immediately and permanently. Records of deals stay, without the name. Needs the password, or a recent sign-in if an external provider signs people in',
  body: z.strictObject({ Password: z.string().check(z.maxLength(1_000)) }),
  refuses: [
    ...ERASURE_HINDRANCES,
    'field_required',
    'sign_in_too_long_ago',
    'current_password_incorrect',
    'account_locked',
  ],
});
