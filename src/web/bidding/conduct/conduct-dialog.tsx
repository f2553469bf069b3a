import { Button, Group, Text } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Text.layer.css';
import { useQueryClient } from '@tanstack/react-query';
import {
  annulAuction,
  extendAuction,
  pauseAuction,
  REASON_LENGTH_MAX,
  resumeAuction,
  type ConductReply,
} from '#contract/bidding/conduct.ts';
import { refusalOf } from '#domain/basics/accept.ts';
import { judgeExtension, type ConductAction } from '#domain/auction/judge-conduct.ts';
import { DateTimeField } from '#web/design/dates/date-time-field.tsx';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { TextAreaField } from '#web/design/fields/text-field.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { useForm, type Form, type Refusals } from '#web/design/forms/use-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { formatDateTime } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { useDialogForm } from '#web/design/dialogs/use-dialog-form.ts';
import type { RoomTimes } from '#web/bidding/room/phase.ts';

type Times = Pick<RoomTimes, 'startTime' | 'auctionEndTime'>;
type Props = { auctionId: string; action: ConductAction; times: Times; isPaused: boolean; onClose: () => void };
type ConductValues = { readonly reason: string; readonly until: string | null };

const MINUTES_MORE = [1, 5, 15];
const MINUTE_MS = 60_000;

/**
 * Asks for the reason of an auction control. Everyone in the room reads the reason. If the server refuses the call, the
 * dialog keeps the input.
 */
export default function ConductDialog({ auctionId, action, times, isPaused, onClose }: Props) {
  const say = useSay();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const until = action === 'extend' ? times.auctionEndTime : null;
  const form = useForm<ConductValues>({ reason: '', until }, (values) => judgeConductValues(action, values, times), {
    keptAs: action,
  });
  const { dialog } = useDialogForm(form, {
    send: (keyFor) => {
      const wish = { ...form.values, reason: form.values.reason.trim() };
      return send(auctionId, action, wish, keyFor({ action, ...wish }));
    },
    onDone: async () => {
      toast('good', say(`conduct.${action}Done`));
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['auction'] });
    },
    onClose,
  });
  const time = formatDateTime(times.auctionEndTime, language);
  return (
    <FormDialog
      title={`conduct.${action}Title`}
      submit={`conduct.${action}Confirm`}
      {...dialog}
      isDangerous={action === 'annul'}
    >
      <Text>
        {say(action === 'extend' && isPaused ? 'conduct.extendPausedText' : `conduct.${action}Text`, { time })}
      </Text>
      {action === 'extend' && <NewEnd form={form} endTime={times.auctionEndTime} />}
      <TextAreaField
        {...form.field('reason')}
        label="conduct.reason"
        help="conduct.reasonHelp"
        isRequired
        maxLength={REASON_LENGTH_MAX}
        autoFocus
      />
    </FormDialog>
  );
}

/**
 * The field for the new end. Buttons add minutes to the end in the field. The administrator can also type any later
 * end.
 */
function NewEnd({ form, endTime }: { form: Form<ConductValues>; endTime: string }) {
  const say = useSay();
  const add = (minutes: number) => {
    const [endMs, chosenMs] = [Date.parse(endTime), Date.parse(form.values.until ?? '')];
    // The end may have moved since the dialog opened, and the typed text may not be a date.
    const fromMs = chosenMs > endMs ? chosenMs : endMs;
    form.set('until', new Date(fromMs + minutes * MINUTE_MS).toISOString());
  };
  return (
    <>
      <DateTimeField {...form.field('until')} label="conduct.until" earliest={new Date(endTime)} isRequired />
      <Group gap="xs">
        {MINUTES_MORE.map((minutes) => (
          <Button key={minutes} variant="default" size="compact-md" onClick={() => add(minutes)}>
            {say('conduct.minutesMore', { minutes })}
          </Button>
        ))}
      </Group>
    </>
  );
}

/** Checks the input by the server's rules, as far as they can be checked in the browser. */
function judgeConductValues(
  action: ConductAction,
  { reason, until }: ConductValues,
  times: Times,
): Refusals<ConductValues> {
  const known = { startsAtMs: Date.parse(times.startTime), auctionEndsAtMs: Date.parse(times.auctionEndTime) };
  return {
    reason: reason.trim() === '' ? { code: 'field_required' } : undefined,
    until: action === 'extend' ? refusalOf(judgeExtension(until, known)) : undefined,
  };
}

/** Calls the route of an auction control. Only an extension has a new end. */
function send(
  auctionId: string,
  action: ConductAction,
  { reason, until }: ConductValues,
  key: string,
): Promise<ConductReply> {
  const call = { params: { id: auctionId }, key };
  if (action === 'extend') return api(extendAuction, { ...call, body: { reason, until } });
  const routes = { pause: pauseAuction, resume: resumeAuction, annul: annulAuction } as const;
  return api(routes[action], { ...call, body: { reason } });
}
