import * as z from 'zod/mini';
import { idSchema, timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { ADMIN_ROLES } from '#domain/access/admin-role.ts';

export const adminRolesSchema = z.array(z.enum(ADMIN_ROLES)).check(z.minLength(1), z.maxLength(ADMIN_ROLES.length));

/** An administrator. Only owners change administrators; every administrator sees the list (decision 122). */
const administratorSchema = z.strictObject({
  id: idSchema,
  username: z.string(),
  email: z.string(),
  roles: adminRolesSchema,
  createdAt: timeSchema,
  /** The start of the session that is open now. Null if nobody is signed in. */
  signedInAt: z.nullable(timeSchema),
  /** Until when the link of the invitation works. Null if the invitation was accepted, or has expired. */
  invitedUntil: z.nullable(timeSchema),
});
export type Administrator = z.output<typeof administratorSchema>;

const administratorsSchema = z.array(administratorSchema);

export const listAdministrators = route('GET /admin/administrators', {
  summary: 'The administrators by name',
  reply: administratorsSchema,
});

export const inviteAdministrator = route('POST /admin/administrators', {
  summary:
    'An owner invites an administrator by email. The link in the email sets a password, works once and for a day',
  body: z.strictObject({
    username: z.string().check(z.maxLength(1_000)),
    email: z.string().check(z.maxLength(1_000)),
    roles: adminRolesSchema,
  }),
  reply: administratorsSchema,
  refuses: [
    'field_required',
    'username_required',
    'username_length',
    'username_characters',
    'username_taken',
    'invalid_email_format',
    'email_taken',
  ],
});

export const inviteAdministratorAgain = route('POST /admin/administrators/{id}/invitation', {
  summary: 'Send an administrator a new link to set a password. The link before ends',
  reply: administratorsSchema,
});

export const updateAdministrator = route('PUT /admin/administrators/{id}', {
  summary: 'Change the roles of an administrator. They apply from the next request',
  body: z.strictObject({ roles: adminRolesSchema }),
  reply: administratorsSchema,
  refuses: ['last_administrator'],
});

export const removeAdministrator = route('DELETE /admin/administrators/{id}', {
  summary: 'Take all rights of an administrator away, and end its sessions and keys. The person stays a user',
  reply: administratorsSchema,
  refuses: ['last_administrator'],
});

export const resetSecondFactor = route('POST /admin/administrators/{id}/second-factor-reset', {
  summary: 'Forget the phone and the trusted devices of an administrator, and end its sessions',
  reply: administratorsSchema,
});
