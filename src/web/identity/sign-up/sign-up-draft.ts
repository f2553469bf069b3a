import { judgeEmail } from '#domain/identity/email.ts';
import { judgeNewPassword, type NewPassword } from '#domain/identity/new-password.ts';
import { judgeUsername } from '#domain/identity/username.ts';
import type { Refusals } from '#web/design/forms/use-form.ts';

export type AccountDraft = NewPassword & { readonly Username: string; readonly Email: string };

export const judgeAccount = (draft: AccountDraft): Refusals<AccountDraft> => ({
  Username: judgeUsername(draft.Username.trim()),
  Email: judgeEmail(draft.Email),
  ...judgeNewPassword(draft),
});
