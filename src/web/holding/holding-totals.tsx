import { useId } from 'react';
import type { HoldingTotal } from '#contract/holding/holding.ts';
import { sharesBy, sumOf, type Share } from '#web/holding/sum-totals.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './holding.module.css';

const FIGURES = ['balance', 'quantity', 'retired', 'released'] as const;

type Props = { totals: readonly HoldingTotal[] | undefined };

/** What all holdings of the list come to; a dash keeps each figure's place while the first are on their way. */
export function HoldingTotals({ totals }: Props) {
  const say = useSay();
  const sums = totals && sumOf(totals);
  return (
    <section className={css.totals} aria-label={say('holding.totals')}>
      <dl className={css.figures}>
        {FIGURES.map((name) => (
          <div key={name}>
            <dt>{say(`holding.${name}`)}</dt>
            <dd>{sums ? formatQuantity(sums[name]) : '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** How it is spread over countries, fuel types and vintages: below the list, so that it may come late and be as long as it is. */
export function HoldingSpread({ totals }: Props) {
  const say = useSay();
  if (!totals || totals.length === 0) return null;
  return (
    <section className={css.totals} aria-label={say('holding.spread')} data-below>
      <div className={css.spread}>
        <Shares title="holding.byCountry" shares={sharesBy(totals, ({ recCountry }) => say(`country.${recCountry}`))} />
        <Shares title="holding.byFuel" shares={sharesBy(totals, ({ recFuelType }) => say(`fuel.${recFuelType}`))} />
        <Shares
          title="holding.byVintage"
          shares={sharesBy(totals, ({ recVintage: { year, period } }) => say(`vintage.${period}`, { year }))}
        />
      </div>
    </section>
  );
}

const SHOWN_MOST = 5;

function Shares({ title, shares }: { title: PhraseKey; shares: readonly Share[] }) {
  const say = useSay();
  const id = useId();
  const [shown, rest] = [shares.slice(0, SHOWN_MOST), shares.slice(SHOWN_MOST)];
  const others = rest.reduce((sum, { balance }) => sum + balance, 0);
  const lines = others > 0 ? [...shown, { label: say('holding.others'), balance: others }] : shown;
  const most = Math.max(...lines.map(({ balance }) => balance));
  if (lines.length === 0) return null;
  return (
    <div>
      <h2 className={css.shareTitle} id={id}>
        {say(title)}
      </h2>
      <ul className={css.shares} aria-labelledby={id}>
        {lines.map(({ label, balance }) => (
          <li key={label}>
            <span>{label}</span>
            <span className="figure">{formatQuantity(balance)}</span>
            <span className={css.bar} style={{ inlineSize: `${(balance / most) * 100}%` }} aria-hidden />
          </li>
        ))}
      </ul>
    </div>
  );
}
