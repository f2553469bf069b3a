import type { Icon } from '@tabler/icons-react';
import css from './segments.module.css';

/** One button of the group. */
type Segment<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  /** If set, the button shows only the icon. The label is for screen readers and the tooltip. */
  readonly icon?: Icon;
  /** Set if the label is in another language. */
  readonly lang?: string;
};

type Props<Value extends string> = {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Buttons for a few views of the same thing. The current one is pressed. */
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
