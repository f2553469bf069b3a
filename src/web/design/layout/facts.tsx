import { useId, type ReactNode } from 'react';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './facts.module.css';

type CardProps = { title: PhraseKey; action?: ReactNode; children: ReactNode };

/** A section of a page about one thing: title, action and content. */
export function Card({ title, action, children }: CardProps) {
  const say = useSay();
  const id = useId();
  return (
    <section className={css.card} aria-labelledby={id}>
      <header className={css.head}>
        <h2 className={css.title} id={id}>
          {say(title)}
        </h2>
        {action}
      </header>
      {children}
    </section>
  );
}

/** Names and values, in as many columns as fit. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={css.facts}>{children}</dl>;
}

type FactProps = { label: PhraseKey; isWide?: boolean; children: ReactNode };

/** One name with its value. A missing value is shown as a dash. */
export function Fact({ label, isWide = false, children }: FactProps) {
  const say = useSay();
  return (
    <div data-wide={isWide || undefined}>
      <dt>{say(label)}</dt>
      <dd>{children || <span className={css.missing}>–</span>}</dd>
    </div>
  );
}
