import { useState } from 'react';
import type { SellOrderItem } from '#contract/marketplace/sell-order.ts';
import { Card } from '#web/design/layout/facts.tsx';
import { Segments } from '#web/design/layout/segments.tsx';
import { COMPOSITION_KINDS, compositionOf, type CompositionKind, type Share } from '#web/marketplace/composition.ts';
import { formatPercent, formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './composition-card.module.css';

/** What share of the RECs is of which country, fuel type and vintage. */
export function CompositionCard({ items }: { items: readonly SellOrderItem[] }) {
  const say = useSay();
  const [kind, setKind] = useState<CompositionKind>('fuel');
  const shares = compositionOf(items, kind);
  const total = shares.reduce((sum, { quantity }) => sum + quantity, 0);
  const nameOf = ({ key, of }: Share<SellOrderItem>): string =>
    kind === 'vintage' ? key : say(kind === 'country' ? `country.${of.recCountry}` : `fuel.${of.recFuelType}`);
  if (total === 0) return null;
  return (
    <Card
      title="sellOrder.composition"
      action={
        <Segments
          label={say('sellOrder.composition')}
          segments={COMPOSITION_KINDS.map((value) => ({ value, label: say(`sellOrder.by.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
      }
    >
      <ul className={css.shares}>
        {shares.map((share) => (
          <li key={share.key}>
            <span className={css.name}>{nameOf(share)}</span>
            <span className={css.figure}>
              {formatQuantity(share.quantity)} <span>{formatPercent((share.quantity / total) * 100)}</span>
            </span>
            <span className={css.bar} aria-hidden>
              <span style={{ width: `${(share.quantity / total) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
