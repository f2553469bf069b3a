import * as z from 'zod/mini';
import { syncQuery, withSync } from '#contract/basics/sync.ts';
import { REGISTRATION_TABS } from '#contract/basics/choices.ts';
import { countrySchema, businessTypeSchema, idSchema, listOf, pageQuery, timeSchema } from '#contract/basics/basics.ts';
import { exportQuery, fileSchema } from '#contract/basics/file.ts';
import { fromReply } from '#contract/basics/from-reply.ts';
import { route } from '#contract/basics/route.ts';
import { ACCOUNT_STATUSES } from '#domain/company/account.ts';
import { COMPANY_REFUSALS } from '#domain/company/company.ts';
import {
  REGISTRATION_ACTIONS,
  REGISTRATION_EVENTS,
  REGISTRATION_STATUSES,
  type RegistrationAction,
} from '#domain/company/registration.ts';

/** The page of a live connection that reports changes of registrations (contract/bidding/room.ts). */
export const REGISTRATION_PAGE = 'account-registration';

const textSchema = z.string().check(z.maxLength(10_000));

/**
 * A company as a form sends it. An empty text is an empty field, and the domain's rules report errors beside the field.
 */
export const companyBody = {
  companyName: textSchema,
  englishCompanyName: z._default(textSchema, ''),
  registrationNumber: textSchema,
  registeredAddress: textSchema,
  businessAddress: textSchema,
  country: textSchema,
  province: textSchema,
  businessType: textSchema,
  picName: textSchema,
  picEmail: textSchema,
  picTelephone: textSchema,
  contactNumber: textSchema,
  sstNumber: z._default(textSchema, ''),
  contractAccountNumber: z._default(textSchema, ''),
};

/** A company that passed the rules. */
export const companyReply = {
  companyName: z.string(),
  /** Empty if `companyName` is in English. */
  englishCompanyName: z.string(),
  registrationNumber: z.string(),
  registeredAddress: z.string(),
  businessAddress: z.string(),
  country: countrySchema,
  province: z.string(),
  businessType: businessTypeSchema,
  picName: z.string(),
  picEmail: z.string(),
  picTelephone: z.string(),
  contactNumber: z.string(),
  sstNumber: z.string(),
  contractAccountNumber: z.string(),
};

const versionSchema = z.number().check(z.int());
const statusSchema = z.enum(REGISTRATION_STATUSES);
const actionSchema = z.enum(Object.keys(REGISTRATION_ACTIONS) as RegistrationAction[]);
const eventSchema = z.enum(REGISTRATION_EVENTS);

/** A line of a registration's history. The content is empty if there was no remark. */
const remarkMembers = { at: timeSchema, action: eventSchema, content: z.string() };
const remarkSchema = z.strictObject({ ...remarkMembers, username: z.string() });
export type Remark = z.output<typeof remarkSchema>;

const registrationMembers = {
  id: idSchema,
  status: statusSchema,
  /** Increases with each change. An action names the version that the admin saw. */
  version: z.number(),
  ...companyReply,
  submittedAt: timeSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
  /** The business account that the approval created. */
  accountId: z.nullable(idSchema),
};

/** A registration as its registrant sees it: with its remarks, oldest first, but without names of admins. */
const ownRegistrationSchema = z.strictObject({
  ...registrationMembers,
  remarks: z.array(z.strictObject(remarkMembers)),
});
export type OwnRegistration = z.output<typeof ownRegistrationSchema>;

const registrant = {
  username: z.string(),
  email: z.string(),
  /** Username of the admin who took the registration up. Null while the registration is new. */
  takenUpBy: z.nullable(z.string()),
};

/**
 * An account or a registration in the same country with the same registration number. No rule refuses such a duplicate,
 * but an admin should know about it.
 */
export const sameNumberSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('account'),
    id: idSchema,
    companyName: z.string(),
    status: z.enum(ACCOUNT_STATUSES),
  }),
  z.strictObject({ kind: z.literal('registration'), id: idSchema, companyName: z.string(), status: statusSchema }),
]);
export type SameNumber = z.output<typeof sameNumberSchema>;

const registrationSchema = z.strictObject({
  ...registrationMembers,
  ...registrant,
  sameNumber: z.array(sameNumberSchema),
});
export type Registration = z.output<typeof registrationSchema>;

const summarySchema = z.strictObject({
  id: idSchema,
  status: statusSchema,
  version: z.number(),
  companyName: z.string(),
  englishCompanyName: z.string(),
  registrationNumber: z.string(),
  country: countrySchema,
  businessType: businessTypeSchema,
  submittedAt: timeSchema,
  ...registrant,
});
export type RegistrationSummary = z.output<typeof summarySchema>;

const filterQuery = {
  status: z._default(z.enum(REGISTRATION_TABS), 'All'),
  companyName: z._default(z.string().check(z.maxLength(200)), ''),
};

const registrationFields = z.strictObject({ ...companyBody, version: z.optional(versionSchema) });

export const registerCompany = route('POST /user/accounts/account-registrations', {
  summary: 'Submit a company registration, or correct a returned one by sending it again with its version',
  body: z.pipe(fromReply(registrationFields, ownRegistrationSchema), registrationFields),
  reply: ownRegistrationSchema,
  refuses: [...COMPANY_REFUSALS, 'registration_open', 'registration_changed'],
  idempotencyKey: 'optional',
});

export const getOwnRegistration = route('GET /user/accounts/account-registrations', {
  summary: "The caller's latest registration of a company",
  reply: ownRegistrationSchema,
  refuses: ['registration_not_found'],
});

export const listRegistrations = route('GET /admin/accounts/account-registrations', {
  summary: 'Registrations of companies, the latest submitted first',
  query: z.strictObject({ ...pageQuery, ...syncQuery, ...filterQuery }),
  reply: withSync(listOf(summarySchema)),
});

export const exportRegistrations = route('GET /admin/accounts/account-registrations/export', {
  summary: "The same list as a file, in the caller's language and time zone",
  query: z.strictObject({ search: pageQuery.search, ...filterQuery, ...exportQuery }),
  reply: fileSchema,
});

export const getRegistration = route('GET /admin/accounts/account-registrations/{id}', {
  summary: 'One registration',
  reply: registrationSchema,
  refuses: ['not_found'],
});

export const listRemarks = route('GET /admin/accounts/account-registrations/{id}/remarks', {
  summary: 'The history of a registration, oldest first',
  reply: z.array(remarkSchema),
  refuses: ['not_found'],
});

export const actOnRegistration = route('PUT /admin/accounts/account-registrations/{id}/{action}', {
  summary: 'Start the review, approve, return, reject, or reopen a rejected one. The last three need a remark',
  params: z.strictObject({ id: idSchema, action: actionSchema }),
  body: z.strictObject({ version: versionSchema, remarkContent: z._default(textSchema, '') }),
  reply: registrationSchema,
  refuses: [
    'not_found',
    'field_required',
    'less_than_maximum_character',
    'registration_changed',
    'registration_other_open',
    'registration_choice_removed',
  ],
});
