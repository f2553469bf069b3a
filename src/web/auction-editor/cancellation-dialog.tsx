import { Button, Group } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import type { CancellationQuestion } from '#web/platform/calls/cancellation.ts';
import { formatAmount } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './cancellation-dialog.module.css';

/** Lists the initial bids that an edit would cancel. Shown before the edit is saved. */
export default function CancellationDialog({ question: { bids, answer } }: { question: CancellationQuestion }) {
  const say = useSay();
  const isOneAuction = new Set(bids.map(({ auction }) => auction)).size === 1;
  return (
    <Dialog title={say('cancellation.title', { count: bids.length })} isOpen onClose={() => answer(false)}>
      <p className={css.text}>{say('cancellation.text')}</p>
      <ul className={css.bids}>
        {bids.map(({ bidId, company, auction, item, price, quantity, cause }) => (
          <li key={bidId}>
            <strong>{company}</strong>
            {!isOneAuction && <span>{auction}</span>}
            <span>
              {say('cancellation.bid', {
                item: String(item),
                price: formatAmount(Number(price)),
                quantity: Number(quantity),
              })}
            </span>
            <span className={css.cause}>{cause}</span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={() => answer(false)} data-autofocus>
          {say('cancellation.keep')}
        </Button>
        <Button color="red.8" onClick={() => answer(true)}>
          {say('cancellation.confirm', { count: bids.length })}
        </Button>
      </Group>
    </Dialog>
  );
}
