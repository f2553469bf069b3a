import * as z from 'zod/mini';
import { dateSchema, idSchema, longListOf, pageQuery, timeSchema } from '#contract/basics/basics.ts';
import { exportQuery, fileSchema } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';
import { AUDIT_ACTS, AUDIT_TABLES } from '#domain/access/audit-trail.ts';

/** What administrators did (decision 44). Nothing of it can be changed by anybody. */
const actSchema = z.enum(AUDIT_ACTS);

const lineSchema = z.strictObject({
  id: z.string(),
  /** By the database's clock. */
  at: timeSchema,
  userId: idSchema,
  /** As the administrator was called then. */
  username: z.string(),
  /** Empty where nobody noted it, as in lines from before the trail had more than who and what. */
  address: z.string(),
  /** Tells one session from another. */
  session: z.string(),
  /** Null for what this release doesn't know; `action` says it. */
  act: z.nullable(actSchema),
  action: z.string(),
  /** What it was about, by its name at that time. */
  about: z.string(),
  /** Of a late bid that the record keeps: refused. Other acts that are refused leave no line. */
  outcome: z.enum(['done', 'refused']),
});
export type AuditLine = z.output<typeof lineSchema>;

const filters = {
  act: z.optional(actSchema),
  /** Dates in the caller's time zone; both belong to the range. */
  from: z.optional(dateSchema),
  to: z.optional(dateSchema),
};

export const listAuditLines = route('GET /admin/audit-trail', {
  summary: 'What administrators did, the latest first; searched by who, what it was about, address, or an id',
  query: z.strictObject({ ...pageQuery, ...filters }),
  reply: longListOf(lineSchema),
});

export const exportAuditLines = route('GET /admin/audit-trail/export', {
  summary: 'All pages of it as a file, as they are filtered, with what each act changed',
  query: z.strictObject({ search: pageQuery.search, ...filters, ...exportQuery }),
  reply: fileSchema,
  refuses: ['export_too_large'],
});

const columns = z.record(z.string(), z.unknown());
const changeSchema = z.strictObject({
  /** Null for what this release doesn't know; `tableName` says it. */
  table: z.nullable(z.enum(AUDIT_TABLES)),
  tableName: z.string(),
  /** The row's key by its columns. */
  key: columns,
  /** Null for what was made, and for what was deleted. Of what was changed, the columns that are different. */
  before: z.nullable(columns),
  after: z.nullable(columns),
});
export type AuditChange = z.output<typeof changeSchema>;

const detailSchema = z.extend(lineSchema, {
  /** Ids that the path named. */
  subject: columns,
  /** What was sent, without secrets. */
  sent: z.unknown(),
  changes: z.array(changeSchema),
  /** How many there are; the first two hundred are told. */
  changeCount: z.number(),
  /** What ids in the changes stand for, where that is there still. */
  names: z.record(z.string(), z.string()),
});
export type AuditDetail = z.output<typeof detailSchema>;

export const getAuditLine = route('GET /admin/audit-trail/{id}', {
  summary: 'One act, with what was before and after',
  params: z.strictObject({ id: z.string().check(z.regex(/^[1-9]\d{0,17}$/)) }),
  reply: detailSchema,
});
