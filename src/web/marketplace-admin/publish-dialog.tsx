import { Text } from '@mantine/core';
import '@mantine/core/styles/Text.layer.css';
import { publishSellOrder, type AdminSellOrder } from '#contract/marketplace/sell-order.ts';
import { judgePublishTime } from '#domain/marketplace/judge-sell-order.ts';
import { DateTimeField } from '#web/design/dates/date-time-field.tsx';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { ChoiceField } from '#web/design/fields/switch-field.tsx';
import { useForm, type Refusals } from '#web/design/forms/use-form.ts';
import { useSellOrderChanged } from '#web/marketplace-admin/use-sell-order-changed.ts';
import { api, timeZone } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { nowMs } from '#web/platform/clock/clock.ts';
import { formatZone } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Draft = { readonly when: 'now' | 'later'; readonly publishTime: string | null };

const judge =
  ({ endTime }: AdminSellOrder) =>
  ({ when, publishTime }: Draft): Refusals<Draft> => {
    if (when === 'now') return {};
    return {
      publishTime:
        publishTime === null ? { code: 'field_required' } : judgePublishTime(publishTime, { nowMs: nowMs(), endTime }),
    };
  };

/** Publishes what is saved: at once, or at a time to come. */
export function PublishDialog({ order, onClose }: { order: AdminSellOrder; onClose: () => void }) {
  const say = useSay();
  const changed = useSellOrderChanged();
  const start: Draft = { when: order.publishTime === null ? 'now' : 'later', publishTime: order.publishTime };
  const form = useForm(start, judge(order), { keptAs: 'publish' });
  const { when, publishTime } = form.values;
  const { run, isPending, error } = useChange({
    send: () =>
      api(publishSellOrder, {
        params: { id: order.id },
        body: { publishTime: when === 'now' ? null : publishTime },
      }),
    onDone: async () => {
      await changed();
      toast(
        'good',
        say(when === 'now' ? 'sellOrder.publishedNow' : 'sellOrder.publishedLater', { title: order.title }),
      );
      onClose();
    },
    onRefused: ({ fields }) => {
      form.refuse(fields);
      void changed();
    },
  });
  return (
    <FormDialog
      title="sellOrder.publishTitle"
      submit={when === 'now' ? 'sellOrder.publishNow' : 'sellOrder.publishThen'}
      isOpen
      onClose={onClose}
      onSubmit={() => form.check() && run()}
      error={error}
      isPending={isPending}
      isDirty={form.isDirty}
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
    </FormDialog>
  );
}
