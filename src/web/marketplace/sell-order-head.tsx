import { IconBan } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import type { AdminSellOrder } from '#contract/marketplace/sell-order.ts';
import { Notice } from '#web/design/feedback/notice.tsx';
import columns from '#web/design/layout/detail-columns.module.css';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { SellOrderBadge, SellOrderTime } from '#web/marketplace/order-badges.tsx';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';

type ShownOrder = ComponentProps<typeof SellOrderBadge>['order'] & Pick<AdminSellOrder, 'title' | 'cancelRemark'>;
type Props = Pick<ComponentProps<typeof PageTitle>, 'note' | 'actions'> & { order: ShownOrder; role: Role };

/** The header of a sell order's page: its title and status, and an admin's reason for a cancellation. */
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

/** A placeholder with about the height of an order's page, so that little moves when the page has loaded. */
export function OrderSkeleton() {
  const say = useSay();
  return (
    <div role="status" aria-label={say('shell.loading')}>
      <Skeleton height={26} width="min(100%, 340px)" mb={22} />
      <div className={columns.columns}>
        <Skeleton height={420} radius="md" className={columns.main} />
        <Skeleton height={260} radius="md" className={columns.aside} />
      </div>
    </div>
  );
}
