import { IconCheck, IconFilePencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Auction } from '#contract/auction/auction.ts';
import { confirmDraft } from '#contract/auction/auction.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useAtSecond } from '#web/platform/clock/clock.ts';
import { formatDateTime } from '#web/platform/format/format.ts';
import { useLanguage, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Props = { auction: Auction; isDirty: boolean; onConfirmed: (auction: Auction) => void };

/** Explains a draft and its origin, and offers to confirm it as an auction (decision 27). */
export function DraftPanel({ auction, isDirty, onConfirmed }: Props) {
  const say = useSay();
  const { follows } = auction;
  const { ask, isPending, error } = useConfirm(auction, onConfirmed);
  const reason = useReason(auction, isDirty);
  return (
    <Notice tone="warn" icon={IconFilePencil} title="draft.title">
      <p>{say(follows ? 'draft.text' : 'draft.restoredText')}</p>
      {follows && (
        <p>
          {say('recurrence.follows')}: <Link to={paths.auctionResult('admin', follows.id)}>{follows.title}</Link>.{' '}
          {say(auction.items.length === 0 ? 'draft.nothingLeft' : 'draft.rolled')}{' '}
          {follows.soldItemNames.length > 0 && say('draft.soldOut', { items: follows.soldItemNames.join(', ') })}
        </p>
      )}
      <FormError error={error} />
      <p>
        <ReasonButton
          reason={reason}
          loading={isPending}
          onClick={() => void ask()}
          leftSection={<IconCheck size={16} aria-hidden />}
        >
          {say('draft.confirm')}
        </ReasonButton>
      </p>
    </Notice>
  );
}

/** Returns the reason why the draft cannot be confirmed yet. The server checks all other rules. */
function useReason({ startTime, items }: Auction, isDirty: boolean): PhraseKey | undefined {
  const startsAtMs = Date.parse(startTime);
  const hasPassed = useAtSecond((nowMs) => nowMs >= startsAtMs, startsAtMs);
  if (isDirty) return 'draft.saveFirst';
  if (items.length === 0) return 'draft.noItems';
  return hasPassed ? 'draft.startPassed' : undefined;
}

/** Returns the call that publishes a draft. After that, other people can see the auction. */
function useConfirm({ id, title, startTime }: Auction, onConfirmed: Props['onConfirmed']) {
  const say = useSay();
  const language = useLanguage();
  const { run, isPending, error } = useChange({
    send: () => api(confirmDraft, { params: { id } }),
    onDone: (saved) => {
      toast('good', say('draft.confirmed', { title }));
      onConfirmed(saved);
    },
  });
  const ask = async () => {
    const isSure = await confirm({
      title: 'draft.confirmTitle',
      text: 'draft.confirmText',
      params: { title, start: formatDateTime(startTime, language) },
      yes: 'draft.confirm',
    });
    if (isSure) run();
  };
  return { ask, isPending, error };
}
