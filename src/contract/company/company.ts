import * as z from 'zod/mini';
import { syncQuery, withSync } from '#contract/basics/sync.ts';
import { countrySchema, businessTypeSchema, idSchema, listOf, pageQuery, timeSchema } from '#contract/basics/basics.ts';
import { exportQuery, fileSchema } from '#contract/basics/file.ts';
import { fromReply } from '#contract/basics/from-reply.ts';
import { companyBody, companyReply, sameNumberSchema } from '#contract/company/registration.ts';
import { route } from '#contract/basics/route.ts';
import { HELD_REFUSALS } from '#domain/access/approval.ts';
import { MANAGING_REFUSALS, UPDATING_REFUSALS, MEMBER_ROLES } from '#domain/access/may.ts';
import { ACCOUNT_STATUSES, ACCOUNT_CHANGES } from '#domain/company/account.ts';
import { QUANTITY_REFUSALS } from '#domain/basics/quantity.ts';
import { COMPANY_REFUSALS } from '#domain/company/company.ts';

/**
 * Business accounts: all of them for admins, and their own for members (docs/rules.md#business-accounts,
 * docs/rules.md#specified-calls).
 */
const accountStatusSchema = z.enum(ACCOUNT_STATUSES);
const roleSchema = z.enum(MEMBER_ROLES);

const summarySchema = z.strictObject({
  id: idSchema,
  companyName: z.string(),
  englishCompanyName: z.string(),
  registrationNumber: z.string(),
  country: countrySchema,
  businessType: businessTypeSchema,
  status: accountStatusSchema,
  createdAt: timeSchema,
});
export type AccountSummary = z.output<typeof summarySchema>;

const filters = {
  businessType: z.optional(businessTypeSchema),
  country: z.optional(countrySchema),
  status: z.optional(accountStatusSchema),
};

export const listAccounts = route('GET /admin/accounts', {
  summary: 'Business accounts by name; also used to select an auction owner',
  query: z.strictObject({ ...pageQuery, ...syncQuery, ...filters }),
  reply: withSync(listOf(summarySchema)),
});

export const exportAccounts = route('GET /admin/accounts/export', {
  summary: "All pages of the list as a file, in the caller's language and time zone",
  query: z.strictObject({ ...pageQuery, ...filters, ...exportQuery }),
  reply: fileSchema,
  refuses: ['export_too_large'],
});

const memberSchema = z.strictObject({
  userId: idSchema,
  username: z.string(),
  email: z.string(),
  role: roleSchema,
});
export type AccountMember = z.output<typeof memberSchema>;

const accountSchema = z.strictObject({
  id: idSchema,
  ...companyReply,
  status: accountStatusSchema,
  /**
   * Increases with each change of the fields. An edit sends back the version, so that nobody overwrites unseen changes.
   */
  version: z.number(),
  createdAt: timeSchema,
});

const adminAccountSchema = z.extend(accountSchema, {
  maxBidQuantity: z.nullable(z.number()),
  members: z.array(memberSchema),
  sameNumber: z.array(sameNumberSchema),
});
export type AdminAccount = z.output<typeof adminAccountSchema>;

export const getAccount = route('GET /admin/accounts/{id}', {
  summary: 'One business account, with its members',
  reply: adminAccountSchema,
});

const accountFields = z.strictObject({ ...companyBody, version: z.number() });

export const updateAccount = route('PUT /admin/accounts/{id}', {
  summary: "Change a company's data. `version` is the version that was read",
  body: z.pipe(fromReply(accountFields, adminAccountSchema), accountFields),
  reply: adminAccountSchema,
  refuses: [...COMPANY_REFUSALS, 'account_changed'],
});

const maximumSchema = z.strictObject({ maxBidQuantity: z.nullable(z.number()) });

export const getMaxBidQuantity = route('GET /admin/accounts/{id}/max-bid-quantity', {
  summary: 'The maximum bid quantity in auctions that set no maximum for the account; null for the general limit',
  reply: maximumSchema,
});

export const updateMaxBidQuantity = route('PUT /admin/accounts/{id}/max-bid-quantity', {
  ...getMaxBidQuantity,
  summary: "Change the account's maximum bid quantity, from now on, in all auctions that are not closed",
  body: maximumSchema,
  refuses: [...QUANTITY_REFUSALS, 'bids_would_be_cancelled'],
});

const remarkBody = z.strictObject({ remarkContent: z.string().check(z.maxLength(10_000)) });

export const blacklistAccount = route('PUT /admin/accounts/{id}/blacklist', {
  summary: 'Blacklist the account. It can no longer act; its existing bids stay',
  body: remarkBody,
  reply: adminAccountSchema,
  refuses: ['field_required', 'less_than_maximum_character', 'account_changed', ...HELD_REFUSALS],
});

export const reinstateAccount = route('PUT /admin/accounts/{id}/reinstate', {
  ...blacklistAccount,
  summary: 'Reinstate the account',
  refuses: ['field_required', 'less_than_maximum_character', 'account_changed'],
});

const changeSchema = z.strictObject({
  id: z.string(),
  at: timeSchema,
  username: z.string(),
  kind: z.enum(ACCOUNT_CHANGES),
  remark: z.string(),
  /** Changed fields by their names in the account, with the old and new value. Members are named by username. */
  changes: z.array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() })),
});
export type AccountChange = z.output<typeof changeSchema>;

export const listAccountChanges = route('GET /admin/accounts/{id}/changes', {
  summary: 'Changes of the account, with time and person, newest first',
  query: z.strictObject({ currentPage: pageQuery.currentPage, limit: pageQuery.limit }),
  reply: listOf(changeSchema),
});

const ownAccountSchema = z.extend(accountSchema, { role: roleSchema });
export type OwnAccount = z.output<typeof ownAccountSchema>;

export const getOwnAccount = route('GET /user/accounts/profile/{id}', {
  summary: "One of the caller's business accounts. Those of others answer like missing ones",
  reply: ownAccountSchema,
});

/** Fields that an admin approved. A request may contain them with the same value. Another value is refused. */
const APPROVED = {
  companyName: z.optional(z.string()),
  registrationNumber: z.optional(z.string()),
  country: z.optional(z.string()),
};
const ownAccountFields = z.extend(accountFields, APPROVED);

export const updateOwnAccount = route('PUT /user/accounts/profile/{id}', {
  summary: 'An account owner changes the company’s information. Only administrators change approved details',
  body: z.pipe(fromReply(ownAccountFields, ownAccountSchema), ownAccountFields),
  reply: ownAccountSchema,
  refuses: ['feature_disabled', ...COMPANY_REFUSALS, ...UPDATING_REFUSALS, 'account_changed', 'field_read_only'],
});

const invitationSchema = z.strictObject({
  id: idSchema,
  email: z.string(),
  role: roleSchema,
  /** Username of the inviting user. */
  invitedBy: z.string(),
  expiresAt: timeSchema,
});
export type Invitation = z.output<typeof invitationSchema>;

const membersSchema = z.strictObject({
  members: z.array(memberSchema),
  /** Open invitations: neither accepted, revoked nor expired. */
  invitations: z.array(invitationSchema),
});
export type AccountMembers = z.output<typeof membersSchema>;

export const listMembers = route('GET /user/accounts/{id}/members', {
  summary: 'The members of the company, and the open invitations',
  reply: membersSchema,
});

export const inviteMember = route('POST /user/accounts/{id}/invitations', {
  summary: 'An account owner invites someone by email. Replaces an open invitation to the same address',
  body: z.strictObject({ email: z.string().check(z.maxLength(1_000)), role: roleSchema }),
  reply: membersSchema,
  refuses: [...MANAGING_REFUSALS, 'field_required', 'invalid_email_format', 'member_exists', 'too_many_requests'],
  idempotencyKey: 'optional',
});

export const revokeInvitation = route('DELETE /user/accounts/{id}/invitations/{invitationId}', {
  summary: 'An account owner revokes an open invitation',
  reply: membersSchema,
  refuses: MANAGING_REFUSALS,
});

/** Auctions in which a member who may no longer bid keeps the company's seat, because no colleague can take it. */
const unattended = {
  auctionsWithoutBidder: z.array(z.strictObject({ id: idSchema, title: z.string() })),
};
const unattendedSchema = z.strictObject(unattended);
export type AuctionWithoutBidder = z.output<typeof unattendedSchema>['auctionsWithoutBidder'][number];

const memberFields = z.strictObject({ role: roleSchema });

export const updateMember = route('PUT /user/accounts/{id}/members/{userId}', {
  summary: "An account owner changes a member's role",
  body: z.pipe(fromReply(memberFields, memberSchema), memberFields),
  reply: z.strictObject({ ...membersSchema.shape, ...unattended }),
  refuses: [...MANAGING_REFUSALS, 'last_owner'],
});

export const removeMember = route('DELETE /user/accounts/{id}/members/{userId}', {
  summary: 'An account owner removes a member. Any member may leave',
  reply: unattendedSchema,
  refuses: [...MANAGING_REFUSALS, 'last_owner'],
});

const tokenBody = z.strictObject({ token: z.string().check(z.maxLength(200)) });

export const findInvitation = route('POST /user/invitations/find', {
  summary: 'Details of the invitation in a link',
  body: tokenBody,
  reply: z.strictObject({
    companyName: z.string(),
    email: z.string(),
    role: roleSchema,
    invitedBy: z.string(),
    expiresAt: timeSchema,
    /** Whether the caller is already a member of this company. */
    isMember: z.boolean(),
  }),
  refuses: ['invitation_not_valid'],
});

export const acceptInvitation = route('POST /user/invitations/accept', {
  summary: 'Accept an invitation to become a member. For members, nothing changes and the invitation stays open',
  body: tokenBody,
  reply: z.strictObject({ accountId: idSchema, companyName: z.string(), role: roleSchema }),
  refuses: ['invitation_not_valid', 'account_blacklisted', 'member_exists'],
});

export const endSessions = route('DELETE /admin/users/{id}/sessions', {
  summary:
    "End a person's session, API keys and sockets, and remove their trusted devices. The person must sign in again, with a code",
});
