import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { NotificationMethod } from '#domain/identity/notification-method.ts';
import type { Db } from '#server/platform/database/database.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';

/** The fingerprint of a ticket that is valid on any device. */
export const ANY_DEVICE = '';

/**
 * The data of a ticket, by purpose. `provenBy` tells how the person was verified. An operator's link does not set it.
 */
type Details = {
  reset_password: { readonly provenBy?: NotificationMethod };
  two_factor_setup: { readonly clientId: string; readonly scope: string };
};
type Purpose = keyof Details;

/**
 * The right to do one thing once. A ticket belongs to a person who was verified in the previous step. It is valid only
 * on the device of that step.
 */
type Ticket<Kind extends Purpose> = {
  readonly purpose: Kind;
  readonly userId: string;
  readonly fingerprint: string;
  /** Milliseconds for which the ticket is valid; 15 minutes if not specified. */
  readonly validMs?: number;
  readonly detail: Details[Kind];
};

const VALID_MS = 15 * 60_000;

/** Stores a ticket and returns its secret. The user's previous ticket for the same purpose becomes invalid. */
export async function issueTicket<Kind extends Purpose>(db: Db, ticket: Ticket<Kind>, nowMs: number): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await sql`delete from identity_ticket where user_id = ${ticket.userId} and purpose = ${ticket.purpose}`.execute(db);
  await db
    .insertInto('identity_ticket')
    .values({
      token_hash: sha256(secret),
      purpose: ticket.purpose,
      user_id: ticket.userId,
      device_hash: sha256(ticket.fingerprint),
      detail: JSON.stringify(ticket.detail),
      expires_at: new Date(nowMs + (ticket.validMs ?? VALID_MS)),
    })
    .execute();
  return secret;
}

type ShownTicket = Pick<Ticket<Purpose>, 'purpose' | 'fingerprint'> & { readonly secret: string };

/** Returns the ticket with this secret, if it is valid on this device. */
export async function findTicket(db: Db, shown: ShownTicket, nowMs: number) {
  const { rows } = await sql<Pick<Ticket<Purpose>, 'userId'>>`
    select user_id as "userId" from identity_ticket
    where token_hash = ${sha256(shown.secret)} and purpose = ${shown.purpose} and expires_at > ${new Date(nowMs)}
      and device_hash in (${sha256(shown.fingerprint)}, ${sha256(ANY_DEVICE)})`.execute(db);
  return rows[0];
}

/** Consumes a user's ticket. Exactly one of several parallel callers succeeds. */
export async function consumeTicket<Kind extends Purpose>(db: Db, purpose: Kind, userId: string) {
  const { rows } = await sql<Pick<Ticket<Kind>, 'detail'>>`
    delete from identity_ticket where user_id = ${userId} and purpose = ${purpose} returning detail`.execute(db);
  return rows[0]?.detail;
}
