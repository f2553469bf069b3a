import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import type { AdminSellOrder } from '#contract/marketplace/sell-order.ts';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { PublishDialog } from '#web/marketplace-admin/publish-dialog.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props = { order: AdminSellOrder; isDirty: boolean; size?: 'xs' | 'sm' };

/** Publishing what is saved; what stands against it is said. */
export function PublishButton({ order, isDirty, size = 'sm' }: Props) {
  const say = useSay();
  const [isAsking, setIsAsking] = useState(false);
  const reason = isDirty
    ? 'sellOrder.saveFirst'
    : order.items.length === 0
      ? 'error.sell_order_has_no_items'
      : undefined;
  return (
    <>
      <ReasonButton
        size={size}
        reason={reason}
        onClick={() => setIsAsking(true)}
        leftSection={<IconSend size={size === 'xs' ? 14 : 16} aria-hidden />}
      >
        {say(order.publishTime === null ? 'sellOrder.publish' : 'sellOrder.changePublishTime')}
      </ReasonButton>
      {isAsking && <PublishDialog order={order} onClose={() => setIsAsking(false)} />}
    </>
  );
}
