import { createFileRoute } from '@tanstack/react-router';
import { ChangePhonePage } from '#web/identity/phone/change-phone-page.tsx';
import { onlyTnbx } from '#web/identity/session/guards.ts';

export const Route = createFileRoute('/_user/user/change-2fa-phone-number')({
  beforeLoad: onlyTnbx,
  component: ChangePhonePage,
});
