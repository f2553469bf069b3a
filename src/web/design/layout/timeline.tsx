import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Moment } from '#web/design/dates/moment.tsx';
import type { Tone } from '#web/design/feedback/tone.ts';
import css from './timeline.module.css';

/** A vertical list of events. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className={css.timeline} aria-label={label}>
      {children}
    </ol>
  );
}

type EventProps = { icon: Icon; tone: Tone; what: string; who: string; at: string; children?: ReactNode };

/** An event with its author and time. The remark or the changes are below. */
export function TimelineEvent({ icon: Picture, tone, what, who, at, children }: EventProps) {
  return (
    <li className={css.event}>
      <span className={css.mark} data-tone={tone} aria-hidden>
        <Picture size={14} stroke={2} />
      </span>
      <div className={css.body}>
        <div className={css.what}>{what}</div>
        <div className={css.when}>
          <span>{who}</span>
          <Moment at={at} />
        </div>
        {children}
      </div>
    </li>
  );
}

/** A person's text, with its line breaks. */
export function Quote({ children }: { children: string }) {
  return <p className={css.quote}>{children}</p>;
}
