import { IconBan } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import type { AdminSellOrder } from '#contract/marketplace/sell-order.ts';
import { Notice } from '#web/design/feedback/notice.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { SellOrderBadge, SellOrderTime } from '#web/marketplace/order-badges.tsx';
import { paths } from '#web/paths.ts';
import type { Role } from '#web/platform/session/session.ts';

type Shown = ComponentProps<typeof SellOrderBadge>['order'] & Pick<AdminSellOrder, 'title' | 'cancelRemark'>;
type Props = Pick<ComponentProps<typeof PageTitle>, 'note' | 'actions'> & { order: Shown; role: Role };

/** The head of a sell order's page: its name and status, and why an admin has cancelled it. */
export const SellOrderHead = ({ order, role, ...more }: Props) => (
  <>
    <PageTitle
      title={{ text: order.title }}
      back={{ to: paths.marketplace(role), label: 'shell.marketplace' }}
      beside={
        <>
          <SellOrderBadge order={order} role={role} />
          <SellOrderTime order={order} />
        </>
      }
      {...more}
    />
    {order.cancelRemark !== null && (
      <Notice tone="quiet" icon={IconBan} title="sellOrder.wasCancelled">
        <p>{order.cancelRemark}</p>
      </Notice>
    )}
  </>
);
