import { IconBan } from '@tabler/icons-react';
import { Notice } from '#web/design/feedback/notice.tsx';

/** That an admin has cancelled a sell order, and why; nothing where none has. */
export const CancelledNotice = ({ remark }: { remark: string | null }) =>
  remark === null ? null : (
    <Notice tone="quiet" icon={IconBan} title="sellOrder.wasCancelled">
      <p>{remark}</p>
    </Notice>
  );
