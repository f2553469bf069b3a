import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import type { AdminSellOrder } from '#contract/marketplace/sell-order.ts';
import css from '#web/auction-editor/next-steps-panel.module.css';
import type { EditorTab } from '#web/auction-editor/editor-tab.ts';
import { PublishButton } from '#web/marketplace-admin/publish-button.tsx';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props = { order: AdminSellOrder; isDirty: boolean; onTab: (tab: EditorTab) => void };

/** What is needed before publishing, each with the way to it, and publishing itself: only what is saved can be. */
export function PublishPanel({ order, isDirty, onTab }: Props) {
  const say = useSay();
  const id = useId();
  const { items, totalQuantity: quantity, buyerCount, publishTime } = order;
  const hasItems = items.length > 0;
  return (
    <section className={css.panel} aria-labelledby={id}>
      <h2 className={css.title} id={id}>
        {say('sellOrder.beforePublishing')}
      </h2>
      <ol className={css.steps}>
        <Step isDone={!isDirty} text={say(isDirty ? 'sellOrder.saveFirst' : 'auction.nextSettings')}>
          {isDirty && (
            <Button size="xs" variant="default" onClick={() => onTab('settings')}>
              {say('auction.showSettings')}
            </Button>
          )}
        </Step>
        <Step
          isDone={hasItems}
          text={
            hasItems
              ? say('auction.nextItemsThere', { count: items.length, quantity })
              : say('error.sell_order_has_no_items')
          }
        >
          <Button size="xs" variant={hasItems ? 'default' : 'filled'} onClick={() => onTab('items')}>
            {say(hasItems ? 'auction.showItems' : 'auction.addItems')}
          </Button>
        </Step>
        <Step isDone text={say('sellOrder.seenBy', { count: buyerCount })}>
          <Button size="xs" variant="default" component={Link} to={paths.sellOrderBuyers(order.id)}>
            {say('sellOrder.buyers')}
          </Button>
        </Step>
        <Step
          isDone={publishTime !== null}
          text={say(publishTime === null ? 'sellOrder.notPublished' : 'sellOrder.willBePublished')}
        >
          <PublishButton order={order} isDirty={isDirty} size="xs" />
        </Step>
      </ol>
    </section>
  );
}

function Step({ isDone, text, children }: { isDone: boolean; text: string; children: ReactNode }) {
  const say = useSay();
  const Picture = isDone ? IconCircleCheck : IconCircleDashed;
  return (
    <li className={css.step} data-done={isDone || undefined}>
      <Picture size={18} className={css.icon} aria-hidden />
      <span className={css.text}>
        <span className="visually-hidden">{say(isDone ? 'auction.done' : 'auction.missing')}: </span>
        {text}
      </span>
      {children}
    </li>
  );
}
