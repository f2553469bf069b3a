import { IconChevronLeft } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './page-title.module.css';

type Props = {
  /** A phrase, or the name of the thing that the page shows. */
  title: PhraseKey | { text: string };
  /** A short text under the title, such as status, subject or deadline. */
  note?: ReactNode;
  /** The target of the back link. If the page was opened from a list, the link restores the list's filters and page. */
  back?: { to: string; label: PhraseKey };
  /** Shown beside the title, such as a status. */
  beside?: ReactNode;
  actions?: ReactNode;
};

/** The help beside each title. It is empty until the pages of an area set it, so other pages never load it. */
const help: { Link?: ComponentType } = {};
export const bringHelp = (HelpLink: ComponentType): void => void (help.Link = HelpLink);

/** The head of every page: its only h1, and the actions of the whole page. */
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
          {help.Link && <help.Link />}
        </div>
        {note && <div className={css.note}>{note}</div>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </header>
  );
}
