import { Skeleton, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  assignRanges,
  listAvailableRanges,
  type CertificateRange,
  type ToBack,
} from '#contract/certificate/backing.ts';
import { millionthsOf } from '#domain/certificate/serial-range.ts';
import { deviceFactsOf, dueText, lotFactsOf } from '#web/certificate/certificate-words.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { useDialogForm } from '#web/design/dialogs/use-dialog-form.ts';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { TickBox } from '#web/design/fields/tick-box.tsx';
import { useForm, type Form } from '#web/design/forms/use-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import { IconInfoCircle } from '@tabler/icons-react';
import css from './certificates.module.css';

/** The RECs to take of each range, by the range's id, as typed. */
type Draft = { readonly taken: Readonly<Record<string, string>> };

type Props = { accountId: string; place: ToBack; onClose: () => void };

/** The dialog that puts certificates of the company behind RECs that it offers or has sold. */
export function AssignDialog({ accountId, place, onClose }: Props) {
  const say = useSay();
  const queryClient = useQueryClient();
  const params = { id: accountId, sourceId: place.sourceId };
  const available = useQuery(readQuery(['backings', accountId, place.sourceId], listAvailableRanges, { params }));
  const form = useForm<Draft>(
    { taken: {} },
    ({ taken }) => ({ taken: Object.keys(taken).length === 0 ? { code: 'field_required' } : undefined }),
    {},
  );
  const { dialog } = useDialogForm(form, {
    send: (keyFor) => {
      const body = {
        ranges: Object.entries(form.values.taken).map(([rangeId, quantity]) => ({ rangeId, quantity })),
      };
      return api(assignRanges, { params, body, key: keyFor(body) });
    },
    onDone: async ({ backed, quantity }) => {
      await queryClient.invalidateQueries({ queryKey: ['backings', accountId] });
      toast('good', say('certificate.assigned', { backed, quantity }));
      onClose();
    },
    onRefused: () => void available.refetch(),
    onClose,
  });
  const missing = place.quantity - Number(place.backed);
  return (
    <FormDialog title="certificate.assignTitle" submit="certificate.assign" {...dialog} size="lg">
      <p>{say('certificate.assignText', { title: place.title, missing })}</p>
      {place.due && missing > 0 && <p>{dueText(say, place.due)}</p>}
      <Loaded query={available} skeleton={<Skeleton height={120} />}>
        {(ranges) =>
          ranges.length === 0 ? (
            <Notice tone="quiet" icon={IconInfoCircle} title="certificate.noneAvailable" />
          ) : (
            <Ranges form={form} ranges={ranges} missing={missing} />
          )
        }
      </Loaded>
    </FormDialog>
  );
}

type RangesProps = { form: Form<Draft>; ranges: readonly CertificateRange[]; missing: number };

function Ranges({ form, ranges, missing }: RangesProps) {
  const say = useSay();
  const textOf = useErrorText();
  const { taken } = form.values;
  const { refusal } = form.field('taken');
  const typed = (id: string, quantity: string | undefined) => {
    const { [id]: _, ...others } = taken;
    form.set('taken', quantity === undefined ? others : { ...others, [id]: quantity });
  };
  /** Suggests what is still missing, and not more than the range has. */
  const suggested = (range: CertificateRange): string => {
    const sum = Object.values(taken).reduce((total, one) => total + Number(millionthsOf(one) ?? 0n) / 1e6, 0);
    return String(Math.max(0, Math.min(Number(range.quantity), missing - sum)));
  };
  return (
    <ul className={css.ranges}>
      {ranges.map((range) => (
        <li key={range.id}>
          <TickBox
            checked={range.id in taken}
            onChange={(isChecked) => typed(range.id, isChecked ? suggested(range) : undefined)}
            label={`${range.device.name}: ${range.first} – ${range.last}`}
          />
          <span className={css.under}>
            {[...deviceFactsOf(say, range.device), ...lotFactsOf(say, range)].join(' · ')}
          </span>
          {range.id in taken && (
            <TextInput
              label={say('certificate.take', { quantity: range.quantity })}
              value={taken[range.id] ?? ''}
              onChange={(event) => typed(range.id, event.currentTarget.value)}
              inputMode="decimal"
              maw={260}
              mt={6}
            />
          )}
        </li>
      ))}
      {refusal && <li role="alert">{textOf(refusal)}</li>}
    </ul>
  );
}
