import {
  IconBuilding,
  IconBuildingBank,
  IconListSearch,
  IconMail,
  IconSettings,
  IconTrash,
  IconUserShield,
} from '@tabler/icons-react';
import { paths } from '#web/paths.ts';
import { bringAdminMenu, groupsOf, SHARED_ICONS } from '#web/shell/menu/menu.ts';

bringAdminMenu([
  {
    title: 'shell.dashboard',
    items: [
      { to: paths.dashboard, label: 'shell.dashboard', icon: SHARED_ICONS.chart, letter: 'd', holds: ['dashboard'] },
    ],
  },
  ...groupsOf('admin', {
    auctions: [
      { to: paths.tickSize, label: 'shell.tickSize', icon: SHARED_ICONS.ruler, letter: 't', holds: ['tick-size'] },
    ],
    settlements: [
      {
        to: paths.registryOrders,
        label: 'registryOrder.title',
        icon: IconBuildingBank,
        letter: 'x',
        holds: ['registry-orders'],
      },
    ],
  }),
  {
    title: 'shell.companies',
    items: [
      {
        to: paths.accountRegistrations,
        label: 'shell.accountRegistration',
        icon: SHARED_ICONS.companyPlus,
        letter: 'a',
        holds: ['account-registration'],
        waits: ['registrations'],
      },
      {
        to: paths.businessAccounts,
        label: 'shell.businessAccount',
        icon: IconBuilding,
        letter: 'u',
        holds: ['business-account'],
        variant: 'TNBX',
      },
    ],
  },
  {
    title: 'shell.template',
    items: [
      {
        to: paths.templates,
        label: 'template.title',
        icon: SHARED_ICONS.text,
        letter: 'e',
        holds: ['template-management'],
      },
    ],
  },
  {
    title: 'shell.operation',
    items: [
      {
        to: paths.administrators,
        label: 'administrator.title',
        icon: IconUserShield,
        letter: 'n',
        holds: ['administrators'],
      },
      { to: paths.platform, label: 'platform.title', icon: IconSettings, letter: 'k', holds: ['platform'] },
      { to: paths.auditTrail, label: 'audit.title', icon: IconListSearch, letter: 'o', holds: ['audit-trail'] },
      { to: paths.deleted, label: 'deletion.menu', icon: IconTrash, letter: 'w', holds: ['deleted'] },
      { to: paths.status, label: 'serviceStatus.title', icon: SHARED_ICONS.chart, letter: 's', holds: ['status'] },
      { to: paths.mails, label: 'message.title', icon: IconMail, letter: 'f', holds: ['mails'] },
    ],
  },
]);
