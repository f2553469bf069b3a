import { Button, Text } from '@mantine/core';
import '@mantine/core/styles/Text.layer.css';
import { IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type AdminSellOrder, publishSellOrder } from '#contract/marketplace/sell-order.ts';
import { judgePublishTime } from '#domain/marketplace/judge-sell-order.ts';
import { EditorDialog } from '#web/auction-editor/editor-dialog.tsx';
import type { EditorTab } from '#web/auction-editor/editor-tab.ts';
import { Step, StepsPanel } from '#web/auction-editor/next-steps-panel.tsx';
import { DateTimeField } from '#web/design/dates/date-time-field.tsx';
import { ChoiceField } from '#web/design/fields/switch-field.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { useForm, type Refusals } from '#web/design/forms/use-form.ts';
import { useSellOrderChanged } from '#web/marketplace/sell-order-queries.ts';
import { paths } from '#web/paths.ts';
import { api, timeZone } from '#web/platform/calls/api.ts';
import { nowMs } from '#web/platform/clock/clock.ts';
import { formatZone } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props = { order: AdminSellOrder; isDirty: boolean; onTab: (tab: EditorTab) => void };

/**
 * Shows the steps before publishing, each with a link, and the publish button. All changes must be saved before
 * publishing.
 */
export function PublishPanel({ order, isDirty, onTab }: Props) {
  const say = useSay();
  const { items, totalQuantity: quantity, buyerCount, publishTime } = order;
  const hasItems = items.length > 0;
  return (
    <StepsPanel title="sellOrder.beforePublishing">
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
    </StepsPanel>
  );
}

type ButtonProps = { order: AdminSellOrder; isDirty: boolean; size?: 'xs' | 'sm' };

/**
 * A button that publishes the saved sell order. If the order cannot be published, the button is disabled and gives the
 * reason.
 */
export function PublishButton({ order, isDirty, size = 'sm' }: ButtonProps) {
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

/** The input of the dialog: publish immediately, or at a time. */
type Draft = { readonly when: 'now' | 'later'; readonly publishTime: string | null };

/**
 * Returns a function that checks the dialog's input. The time of a later publishing must not be in the past, and must
 * be before the end of the sell order.
 */
const judge =
  ({ endTime }: AdminSellOrder) =>
  ({ when, publishTime }: Draft): Refusals<Draft> => {
    if (when === 'now') return {};
    return {
      publishTime:
        publishTime === null ? { code: 'field_required' } : judgePublishTime(publishTime, { nowMs: nowMs(), endTime }),
    };
  };

/** Publishes the saved sell order immediately or at a later time. */
function PublishDialog({ order, onClose }: { order: AdminSellOrder; onClose: () => void }) {
  const say = useSay();
  const changed = useSellOrderChanged();
  const start: Draft = { when: order.publishTime === null ? 'now' : 'later', publishTime: order.publishTime };
  const form = useForm(start, judge(order), { keptAs: 'publish' });
  const { when, publishTime } = form.values;
  return (
    <EditorDialog
      title="sellOrder.publishTitle"
      submit={when === 'now' ? 'sellOrder.publishNow' : 'sellOrder.publishThen'}
      onClose={onClose}
      form={form}
      send={() =>
        api(publishSellOrder, {
          params: { id: order.id },
          body: { publishTime: when === 'now' ? null : publishTime },
        })
      }
      changed={changed}
      done={() => say(when === 'now' ? 'sellOrder.publishedNow' : 'sellOrder.publishedLater', { title: order.title })}
      onRefused={() => void changed()}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>{say('sellOrder.publishText', { count: order.buyerCount })}</Text>
      <ChoiceField
        {...form.field('when')}
        label="marketplace.publishTime"
        choices={[
          { value: 'now', label: say('sellOrder.immediately') },
          { value: 'later', label: say('sellOrder.later') },
        ]}
      />
      {when === 'later' && (
        <DateTimeField
          {...form.field('publishTime')}
          label="marketplace.publishTime"
          help={{
            text: say('auction.timeZone', { zone: `${timeZone().replaceAll('_', ' ')}, ${formatZone(nowMs())}` }),
          }}
          earliest={new Date(nowMs())}
          isRequired
        />
      )}
    </EditorDialog>
  );
}
