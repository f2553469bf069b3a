import { randomUUID } from 'node:crypto';
import { insertPerson } from '#testing/builders/records.ts';
import type { Rows, SetUp } from '#testing/permissions/row.ts';
import { missing, type Stage } from '#testing/permissions/stage.ts';

const THERE_OR_NOT = ['own', 'missing'] as const;

/** Stores a request to blacklist a company. */
async function insertApproval({ w }: Stage, requestedBy: string) {
  const { accountId } = await w.signedIn();
  const id = randomUUID();
  const values = {
    id,
    act: 'blacklist',
    operation: 'PUT /admin/accounts/{id}/blacklist',
    params: JSON.stringify({ id: accountId }),
    body: JSON.stringify({ remarkContent: 'x' }),
    title: 'x',
    page_id: accountId,
    requested_by: requestedBy,
    expires_at: new Date(Date.now() + 3_600_000),
  } as const;
  await w.database.db.insertInto('approval_request').values(values).execute();
  return { ...missing(), id };
}

const approval: SetUp = async (stage) => {
  const { userId } = await insertPerson(stage.w.database.db, { role: 'Admin', adminRoles: ['owner'] });
  return insertApproval(stage, userId);
};
const ownApproval: SetUp = async (stage) => insertApproval(stage, stage.people.admin.userId);

/** Operations on acts that a second administrator approves. */
export const approvalRows: Rows = {
  'GET /admin/approvals': {},
  'POST /admin/approvals/{id}/approve': { places: THERE_OR_NOT, setUp: approval },
  'POST /admin/approvals/{id}/reject': { places: THERE_OR_NOT, setUp: approval, body: () => ({ remark: 'x' }) },
  'POST /admin/approvals/{id}/withdraw': { places: THERE_OR_NOT, setUp: ownApproval },
  'PUT /admin/platform-settings/approvals': {
    body: () => ({ annul: false, release: false, blacklist: false, version: 0 }),
  },
};
