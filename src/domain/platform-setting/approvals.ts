import { mayChange, type AdminRole } from '#domain/access/admin-role.ts';
import { APPROVAL_ACTS, AREAS_OF_ACT, type ApprovalAct } from '#domain/access/approval.ts';
import { withoutEmpty, type FieldRefusals } from '#domain/basics/result.ts';

/** For each act, whether it needs the approval of a second administrator (docs/rules.md#approvals). */
export type Approvals = Readonly<Record<ApprovalAct, boolean>>;

/** The approvals of a platform that has not changed them. */
export const APPROVALS: Approvals = { annul: false, release: false, blacklist: false };

export const APPROVALS_REFUSALS = ['approval_needs_two'] as const;
export type ApprovalsRefusal = (typeof APPROVALS_REFUSALS)[number];

/**
 * Judges which acts need an approval. An act needs two administrators in each of its areas, because nobody could carry
 * it out otherwise. An act that needs an approval already keeps it.
 *
 * @param people the roles of each administrator
 */
export const judgeApprovals = (
  after: Approvals,
  before: Approvals,
  people: readonly (readonly AdminRole[])[],
): FieldRefusals<ApprovalAct, ApprovalsRefusal> =>
  withoutEmpty<ApprovalAct, ApprovalsRefusal>(
    Object.fromEntries(
      APPROVAL_ACTS.map((act) => {
        const isBlocked = AREAS_OF_ACT[act].some((area) => people.filter((roles) => mayChange(roles, area)).length < 2);
        return [act, after[act] && !before[act] && isBlocked ? { code: 'approval_needs_two' } : undefined];
      }),
    ),
  );
