import * as z from 'zod/mini';
import { idSchema, listOf, pageQuery, timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { APPROVAL_ACTS, APPROVAL_REFUSALS, APPROVAL_STATES } from '#domain/access/approval.ts';

/** Requests of administrators whose act needs the approval of another administrator (decision 130). */
const approvalSchema = z.strictObject({
  id: idSchema,
  act: z.enum(APPROVAL_ACTS),
  /** Method and path of the operation that waits. */
  operation: z.string(),
  /** The auction, the trade or the company of the act, by its name when the request was made. */
  title: z.string(),
  /** The id in the path of the operation. */
  subjectId: idSchema,
  /** The auction, the settlement or the company whose page shows the request. */
  pageId: idSchema,
  /** The body that the approval sends. */
  sent: z.record(z.string(), z.unknown()),
  requestedBy: z.string(),
  /** Name of the operator's key that made the request. Null for a request by screen. */
  apiKey: z.nullable(z.string()),
  requestedAt: timeSchema,
  expiresAt: timeSchema,
  state: z.enum(APPROVAL_STATES),
  /** The person who approved, rejected or withdrew it. Null while it waits, and after it expired. */
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(timeSchema),
  /** The remark of a rejection. */
  remark: z.string(),
  /** For a request that failed: the error code with which the approved act was refused. */
  refusal: z.nullable(z.string()),
  /** Whether the caller made the request, and may withdraw it. */
  isOwn: z.boolean(),
  /** Whether the caller may approve or reject the request now. */
  mayDecide: z.boolean(),
});
export type Approval = z.output<typeof approvalSchema>;

/** Maximum length of the remark of a rejection, in characters. */
export const APPROVAL_REMARK_MAX = 500;

export const listApprovals = route('GET /admin/approvals', {
  summary: 'Acts that wait for the approval of another administrator, and decided ones, newest first',
  query: z.strictObject({
    currentPage: pageQuery.currentPage,
    limit: pageQuery.limit,
    show: z._default(z.enum(['waiting', 'all']), 'waiting'),
    /** Only requests about this auction, settlement or company. */
    pageId: z.optional(idSchema),
  }),
  reply: listOf(approvalSchema),
});

export const approveApproval = route('POST /admin/approvals/{id}/approve', {
  summary:
    'Approve the act of another administrator. The act is carried out with all its checks; if it is refused, the request ends as `failed`',
  reply: approvalSchema,
  refuses: [...APPROVAL_REFUSALS, 'service_busy'],
});

export const rejectApproval = route('POST /admin/approvals/{id}/reject', {
  summary: 'Reject the act of another administrator, with a remark',
  body: z.strictObject({ remark: z.string().check(z.maxLength(APPROVAL_REMARK_MAX)) }),
  reply: approvalSchema,
  refuses: [...APPROVAL_REFUSALS, 'field_required'],
});

export const withdrawApproval = route('POST /admin/approvals/{id}/withdraw', {
  summary: 'Withdraw your own request',
  reply: approvalSchema,
  refuses: APPROVAL_REFUSALS,
});
