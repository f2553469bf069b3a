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
  type Icon,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { MenuList, type MenuEntry, type MenuPlace } from '#web/design/dialogs/menu-list.tsx';
import { paths } from '#web/paths.ts';
import { env } from '#web/platform/page/env.ts';
import { keysSheetStore } from '#web/platform/page/keys.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import { areaOf } from '#web/platform/session/session.ts';

/** The entries of the person's own menu. Lazy-loaded. */
export default function AvatarEntries(place: MenuPlace) {
  return <MenuList {...place} entries={useEntries()} />;
}

/**
 * Returns the entries of docs/rules.md#menus, and five more: members, API keys and webhooks, beneficiaries, trusted
 * devices, and personal data.
 */
function useEntries(): MenuEntry[] {
  const say = useSay();
  const navigate = useNavigate();
  const area = areaOf(useProfile());
  const isUser = area === 'user';
  const isTnbxUser = isUser && env().variant === 'TNBX';
  const page = (id: string, path: string, label: PhraseKey, icon: Icon): MenuEntry => ({
    id,
    label: say(label),
    icon,
    run: () => void navigate({ to: path }),
  });
  const entries = [
    isTnbxUser && page('company', paths.updateCompany, 'companyForm.updateTitle', IconBuilding),
    isUser && page('members', paths.members, 'member.title', IconUsers),
    area && page('automation', paths.automation(area), 'automation.title', IconWebhook),
    isUser && page('beneficiaries', paths.beneficiaries, 'beneficiary.listTitle', IconHeartHandshake),
    isTnbxUser && page('phone', paths.changePhone, 'identity.changePhone', IconDeviceMobile),
    area && page('notices', paths.noticeSettings(area), 'notice.settings', IconBell),
    area && page('devices', paths.trustedDevices(area), 'identity.devices', IconShieldCheck),
    page('password', paths.changePassword(area), 'identity.changePassword', IconKey),
    page('data', paths.personalData, 'personalData.title', IconFileText),
    { id: 'keys', label: say('keys.title'), icon: IconKeyboard, run: () => keysSheetStore.set(true) },
    page('signOut', paths.logout, 'action.signOut', IconLogout),
  ];
  return entries.filter((entry) => typeof entry === 'object');
}
