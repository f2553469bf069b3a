import { IconBan, IconLock } from '@tabler/icons-react';
import type { ManagingRefusal, UpdatingRefusal } from '#domain/access/may.ts';
import { Notice } from '#web/design/feedback/notice.tsx';

/** Why everything on a page can only be read. */
export const ReadOnlyNotice = ({ reason }: { reason: ManagingRefusal | UpdatingRefusal }) => (
  <Notice
    tone={reason === 'account_blacklisted' ? 'bad' : 'quiet'}
    icon={reason === 'account_blacklisted' ? IconBan : IconLock}
    title={`error.${reason}`}
  />
);
