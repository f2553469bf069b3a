import { useId, type ReactNode } from 'react';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import rows from '#web/design/forms/field-rows.module.css';
import css from './form-section.module.css';

type Props = { title: PhraseKey; hint: PhraseKey; children: ReactNode };

/** Related fields, with a title and a hint beside them. */
export function FormSection({ title, hint, children }: Props) {
  const say = useSay();
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <div className={css.words}>
        <h2 className={css.title} id={id}>
          {say(title)}
        </h2>
        <p className={css.hint}>{say(hint)}</p>
      </div>
      <div className={`${rows.rows} ${css.fields}`}>{children}</div>
    </section>
  );
}

/** A field with the full width of its section. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={css.wide}>{children}</div>;
}
