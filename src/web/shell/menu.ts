import { IconGavel, IconHistory, IconRuler2, type Icon } from '@tabler/icons-react';
import { paths } from '#web/paths.ts';
import type { PhraseKey } from '#web/platform/phrase.ts';
import type { Role } from '#web/platform/session.ts';

export type MenuItem = { readonly to: string; readonly label: PhraseKey; readonly icon: Icon };
export type MenuGroup = { readonly title: PhraseKey; readonly items: readonly MenuItem[] };

/** Groups and items of specification 2, as far as their pages exist. */
export const MENUS: Record<Role, readonly MenuGroup[]> = {
  user: [
    {
      title: 'shell.auctions',
      items: [
        { to: paths.auctions('user', 'current'), label: 'shell.liveAuctions', icon: IconGavel },
        { to: paths.auctions('user', 'past'), label: 'shell.pastAuctions', icon: IconHistory },
      ],
    },
  ],
  admin: [
    {
      title: 'shell.auctions',
      items: [
        { to: paths.auctions('admin', 'current'), label: 'shell.liveAuctions', icon: IconGavel },
        { to: paths.auctions('admin', 'past'), label: 'shell.pastAuctions', icon: IconHistory },
        { to: paths.tickSize, label: 'shell.tickSize', icon: IconRuler2 },
      ],
    },
  ],
};
