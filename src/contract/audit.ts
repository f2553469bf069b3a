import * as z from 'zod/mini';
import { dateSchema, idSchema, longListOf, pageQuery, timeSchema } from '#contract/basics/basics.ts';
import { exportQuery, fileSchema } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';
import { AUDIT_ACTS, AUDIT_TABLES } from '#domain/access/audit-trail.ts';

/** The acts of administrators that the audit trail contains (decision 44). Nobody can change the audit trail. */
const actSchema = z.enum(AUDIT_ACTS);

const lineSchema = z.strictObject({
  id: z.string(),
  /** Time of the act, by the database's clock. */
  at: timeSchema,
  userId: idSchema,
  /** The administrator's username at that time. */
  username: z.string(),
  /** IP address. Empty if it was not recorded, for example in lines from before addresses were recorded. */
  address: z.string(),
  /** Distinguishes sessions from each other. */
  session: z.string(),
  /** Name of the API key that made the call, as it was at that time. Empty for an act by screen. */
  apiKey: z.string(),
  /** Null for an act that this release does not know; `action` names it. */
  act: z.nullable(actSchema),
  action: z.string(),
  /** Name of the changed thing, as it was at the time of the act. */
  about: z.string(),
  /** Username of the administrator who approved the act. Empty if it needed no approval. */
  approvedBy: z.string(),
  /**
   * `refused`: a late bid that the record keeps. Other refused acts leave no line. `requested`: the act waits for
   * another administrator; if it is approved, it has a line of its own.
   */
  outcome: z.enum(['done', 'refused', 'requested']),
});
export type AuditLine = z.output<typeof lineSchema>;

const filters = {
  act: z.optional(actSchema),
  /** Dates in the caller's time zone, both inclusive. */
  from: z.optional(dateSchema),
  to: z.optional(dateSchema),
};

export const listAuditLines = route('GET /admin/audit-trail', {
  summary: 'Actions of administrators, newest first. Search by person, subject, address or id',
  query: z.strictObject({ ...pageQuery, ...filters }),
  reply: longListOf(lineSchema),
});

export const exportAuditLines = route('GET /admin/audit-trail/export', {
  summary: 'All pages of the filtered list as a file, with the changes of each action',
  query: z.strictObject({ search: pageQuery.search, ...filters, ...exportQuery }),
  reply: fileSchema,
  refuses: ['export_too_large'],
});

const columns = z.record(z.string(), z.unknown());
const changeSchema = z.strictObject({
  /** Null for a table that this release does not know; `tableName` names it. */
  table: z.nullable(z.enum(AUDIT_TABLES)),
  tableName: z.string(),
  /** The row's key by its columns. */
  key: columns,
  /** The row before the change. Null if the row was created. Of a changed row, only the columns that differ. */
  before: z.nullable(columns),
  /** The row after the change. Null if the row was deleted. Of a changed row, only the columns that differ. */
  after: z.nullable(columns),
});
export type AuditChange = z.output<typeof changeSchema>;

const detailSchema = z.extend(lineSchema, {
  /** Parameters of the path, such as ids. */
  subject: columns,
  /** The request body, without secrets. */
  sent: z.unknown(),
  changes: z.array(changeSchema),
  /** Total number of changes. `changes` has at most the first two hundred. */
  changeCount: z.number(),
  /** The names that belong to the ids in the changes. Deleted objects have no name here. */
  names: z.record(z.string(), z.string()),
});
export type AuditDetail = z.output<typeof detailSchema>;

export const getAuditLine = route('GET /admin/audit-trail/{id}', {
  summary: 'One action, with the values before and after',
  params: z.strictObject({ id: z.string().check(z.regex(/^[1-9]\d{0,17}$/)) }),
  reply: detailSchema,
});
