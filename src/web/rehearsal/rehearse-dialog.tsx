import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Auction } from '#contract/auction/auction.ts';
import { startRehearsal } from '#contract/rehearsal.ts';
import { REHEARSAL_BIDDERS, REHEARSAL_MINUTES, REHEARSAL_STARTS_IN_MS } from '#domain/auction/rehearsal.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { SelectField } from '#web/design/fields/select-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './rehearsal.module.css';

const MINUTES = ['2', '5', '10', '30', '60'] as const;
const BIDDERS = ['3', '6', '12', '20'] as const;

type RehearsalValues = { minutes: (typeof MINUTES)[number] | null; bidders: (typeof BIDDERS)[number] | null };
const DEFAULT_VALUES: RehearsalValues = { minutes: '5', bidders: '6' };

/** Asks for the length of a rehearsal and the number of bidders. The rehearsal then uses an ordinary room. */
export default function RehearseDialog({ auction, onClose }: { auction: Auction; onClose: () => void }) {
  const say = useSay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const form = useForm<RehearsalValues>(DEFAULT_VALUES);
  const { run, isPending, error } = useChange({
    send: () => {
      const { minutes, bidders } = form.values;
      const body = {
        minutes: Number(minutes ?? REHEARSAL_MINUTES.usual),
        bidders: Number(bidders ?? REHEARSAL_BIDDERS.usual),
      };
      return api(startRehearsal, { params: { id: auction.id }, body });
    },
    onDone: async (rehearsal: Auction) => {
      void queryClient.invalidateQueries({ queryKey: ['auction', 'admin', auction.id] });
      await navigate({ to: paths.auction('admin', rehearsal.id), ignoreBlocker: true });
    },
  });
  return (
    <FormDialog
      title="rehearsal.title"
      submit="rehearsal.start"
      isOpen
      size="sm"
      onClose={onClose}
      onSubmit={() => run()}
      error={error}
      isPending={isPending}
      isDirty={false}
    >
      <p className={css.text}>{say('rehearsal.text', { seconds: REHEARSAL_STARTS_IN_MS / 1_000 })}</p>
      <SelectField
        {...form.field('minutes')}
        label="rehearsal.minutes"
        choices={MINUTES.map((value) => ({ value, label: say('rehearsal.lasts', { minutes: Number(value) }) }))}
        isRequired
        autoFocus
      />
      <SelectField
        {...form.field('bidders')}
        label="rehearsal.bidders"
        choices={BIDDERS.map((value) => ({ value, label: value }))}
        isRequired
      />
      {auction.rehearsalId !== null && (
        <p className={css.text}>
          {say('rehearsal.there')} <Link to={paths.auction('admin', auction.rehearsalId)}>{say('rehearsal.open')}</Link>
        </p>
      )}
    </FormDialog>
  );
}
