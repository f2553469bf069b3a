import type { ApprovalAct } from '#domain/access/approval.ts';
import type { Db } from '#server/platform/database/database.ts';
import { settingIn } from '#server/platform-setting/stored-settings.ts';

/** Returns whether an owner decided that this act needs a second administrator. By default, no act does. */
export const needsApproval = async (db: Db, act: ApprovalAct): Promise<boolean> =>
  (await settingIn(db, 'approvals'))[act];
