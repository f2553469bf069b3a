import {
  IconBell,
  IconBuilding,
  IconDeviceMobile,
  IconFileText,
  IconHeartHandshake,
  IconKey,
  IconKeyboard,
  IconLogout,
  IconShieldCheck,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { MenuList, type MenuEntry, type MenuPlace } from '#web/design/dialogs/menu-list.tsx';
import { paths } from '#web/paths.ts';
import { env } from '#web/platform/page/env.ts';
import { keysSheetStore } from '#web/platform/page/keys.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import { areaOf } from '#web/platform/session/session.ts';

/** What the person's own menu leads to; it comes when it is first wanted. */
export default function AvatarEntries(place: MenuPlace) {
  return <MenuList {...place} entries={useEntries()} />;
}

/** As specification 2 lists them; beside them who belongs to the company, its programs, whom it retires for, trusted devices, and what is held about oneself. */
function useEntries(): MenuEntry[] {
  const say = useSay();
  const navigate = useNavigate();
  const profile = useProfile();
  const area = areaOf(profile);
  const to = (id: string, path: string, look: Pick<MenuEntry, 'label' | 'icon'>): MenuEntry => ({
    id,
    ...look,
    run: () => void navigate({ to: path }),
  });
  const isTnbx = env().variant === 'TNBX';
  const company = to('company', paths.updateCompany, { label: say('companyForm.updateTitle'), icon: IconBuilding });
  const members = to('members', paths.members, { label: say('member.title'), icon: IconUsers });
  const automation = to('automation', paths.automation, { label: say('automation.title'), icon: IconWebhook });
  const beneficiaries = to('beneficiaries', paths.beneficiaries, {
    label: say('beneficiary.listTitle'),
    icon: IconHeartHandshake,
  });
  const phone = to('phone', paths.changePhone, { label: say('identity.changePhone'), icon: IconDeviceMobile });
  const notices = to('notices', paths.noticeSettings(area ?? 'user'), {
    label: say('notice.settings'),
    icon: IconBell,
  });
  const devices = to('devices', paths.trustedDevices(area ?? 'user'), {
    label: say('identity.devices'),
    icon: IconShieldCheck,
  });
  const password = to('password', paths.changePassword(area), { label: say('identity.changePassword'), icon: IconKey });
  const data = to('data', paths.personalData, { label: say('personalData.title'), icon: IconFileText });
  return [
    ...(isTnbx && area === 'user' ? [company] : []),
    ...(area === 'user' ? [members, automation, beneficiaries] : []),
    ...(isTnbx && area === 'user' ? [phone] : []),
    ...(area ? [notices, devices] : []),
    password,
    data,
    { id: 'keys', label: say('keys.title'), icon: IconKeyboard, run: () => keysSheetStore.set(true) },
    to('signOut', paths.logout, { label: say('action.signOut'), icon: IconLogout }),
  ];
}
