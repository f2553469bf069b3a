import { IconChevronLeft } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './page-title.module.css';

type Props = {
  /** A phrase, or the name of the thing shown. */
  title: PhraseKey | { text: string };
  /** A line under the title: what stands, for whom, until when. */
  note?: ReactNode;
  /** Where "back" leads: to a list as it stood, where the page was opened from it. */
  back?: { to: string; label: PhraseKey };
  /** Beside the title: a status. */
  beside?: ReactNode;
  actions?: ReactNode;
};

/** The head of every page: its one h1, and what can be done with the whole page. */
export function PageTitle({ title, note, back, beside, actions }: Props) {
  const say = useSay();
  const list = useLocation({ select: ({ state }) => state.list });
  const words = typeof title === 'object' ? title.text : say(title);
  useDocumentTitle(words);
  return (
    <header className={css.head}>
      <div className={css.words}>
        {back && (
          <Link to={back.to} {...(list && { search: () => list })} className={css.back}>
            <IconChevronLeft size={14} aria-hidden />
            {say(back.label)}
          </Link>
        )}
        <div className={css.line}>
          <h1 className={css.title}>{words}</h1>
          {beside}
        </div>
        {note && <div className={css.note}>{note}</div>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </header>
  );
}
