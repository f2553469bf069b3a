import { createTickSize, updateTickSize, type TickSize } from '#contract/tick.ts';
import { judgeTick, TICK_NAME_LENGTH_MAX, type ProposedTick } from '#domain/auction/judge-tick.ts';
import { refusalsOf } from '#domain/basics/accept.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { TextField } from '#web/design/fields/text-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { NEW_TICK, tickExamples, tickFormOf, tickRequest } from '#web/tick/tick-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { env } from '#web/platform/page/env.ts';
import { formatAmount } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useRequestKeys } from '#web/platform/calls/request-key.ts';
import { useChange } from '#web/platform/calls/use-change.ts';

type Props = {
  /** Absent for a new one. */
  tick: TickSize | undefined;
  onClose: () => void;
  onDone: (tick: TickSize) => void;
};

export function TickDialog({ tick, onClose, onDone }: Props) {
  const say = useSay();
  const keys = useRequestKeys();
  const form = useForm<ProposedTick>(tick ? tickFormOf(tick) : NEW_TICK, (values) => refusalsOf(judgeTick(values)), {
    keptAs: `tick ${tick?.id ?? ''}`,
  });
  const { run, isPending, error } = useChange({
    send: () => {
      const body = tickRequest(form.values);
      return tick
        ? api(updateTickSize, { params: { id: tick.id }, body })
        : api(createTickSize, { body, key: keys.keyFor(body) });
    },
    onDone,
    onRefused: ({ fields }) => form.refuse(fields),
  });
  const isUsed = (tick?.auctionCount ?? 0) > 0;
  const examples = tickExamples(form.values.priceStep).map(formatAmount).join(', ');
  return (
    <FormDialog
      title={tick ? 'tick.editTitle' : 'tick.createTitle'}
      submit={tick ? 'action.save' : 'tick.create'}
      isOpen
      onClose={onClose}
      onSubmit={() => form.check() && run()}
      error={error}
      isPending={isPending}
      isDirty={form.isDirty}
      size="sm"
    >
      <TextField
        {...form.field('name')}
        label="tick.name"
        help={{ text: say('tick.nameHelp', { maximum: TICK_NAME_LENGTH_MAX }) }}
        isRequired
        autoFocus
      />
      <NumberField
        {...form.field('priceStep')}
        label="tick.priceStep"
        help={examples ? { text: say('tick.priceStepHelp', { examples }) } : 'auction.tickSizeHelp'}
        digits={2}
        prefix={env().currency}
        suffix="/REC"
        isRequired
        isDisabled={isUsed}
        {...(isUsed && { disabledReason: 'tick.stepInUse' as const })}
      />
    </FormDialog>
  );
}
