import type { Icon } from '@tabler/icons-react';
import css from './segments.module.css';

type Segment<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  /** With an icon the label is for screen readers and the tooltip only. */
  readonly icon?: Icon;
  /** For labels in a language of their own. */
  readonly lang?: string;
};

type Props<Value extends string> = {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** A few ways to look at the same thing, the present one pressed. */
export function Segments<Value extends string>({ label, segments, value, onChange }: Props<Value>) {
  return (
    <div className={css.segments} role="group" aria-label={label}>
      {segments.map(({ value: one, label: words, icon: Picture, lang }) => (
        <button
          key={one}
          type="button"
          className={css.one}
          lang={lang}
          aria-pressed={one === value}
          aria-label={Picture && words}
          title={Picture && words}
          onClick={() => onChange(one)}
        >
          {Picture ? <Picture size={17} aria-hidden /> : words}
        </button>
      ))}
    </div>
  );
}
