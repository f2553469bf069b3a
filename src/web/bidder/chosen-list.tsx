import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './chosen-list.module.css';

type Props<One> = {
  chosen: readonly One[];
  show: (one: One) => { readonly key: string; readonly name: string; readonly note: string };
  /** The hint of the list. It is shown only if at least one person or company is chosen. */
  hint?: string;
  /** Returns an input field for one chosen person or company. */
  renderField?: (one: One) => ReactNode;
  onRemove: (one: One) => void;
};

/** The chosen people or companies. */
export function ChosenList<One>({ chosen, show, hint, renderField, onRemove }: Props<One>) {
  const say = useSay();
  const id = useId();
  const shownHint = chosen.length === 0 ? say('bidder.noneChosenHint') : hint;
  return (
    <section aria-labelledby={id}>
      <h3 className={css.title} id={id}>
        {say('bidder.chosen', { count: chosen.length })}
      </h3>
      {shownHint && <p className={css.hint}>{shownHint}</p>}
      <ul className={css.list}>
        {chosen.map((one) => {
          const { key, name, note } = show(one);
          return (
            <li key={key} className={css.line} data-plain={!renderField || undefined}>
              <div className={css.who}>
                <div className={css.name}>{name}</div>
                <div className={css.company}>{note}</div>
              </div>
              {renderField && (
                <div className={css.quantity} role="group" aria-label={name}>
                  {renderField(one)}
                </div>
              )}
              <ActionIcon
                color="gray"
                className={css.remove}
                aria-label={say('bidder.unchoose', { name })}
                onClick={() => onRemove(one)}
              >
                <IconX size={16} />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
