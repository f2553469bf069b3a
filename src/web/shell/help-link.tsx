import { IconHelpCircle } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { chapterOf } from '#web/shell/help-chapters.ts';
import { sectionOf } from '#web/shell/menu/menu.ts';
import css from './help-link.module.css';

/** Links an administrators' page to its chapter of the guide. */
export default function HelpLink() {
  const say = useSay();
  const chapter = useLocation({ select: ({ pathname }) => chapterOf(sectionOf(pathname)) });
  if (!chapter) return null;
  const label = say('help.link', { chapter: say(`help.chapter.${chapter}`) });
  return (
    <Link
      to={paths.guides('admin')}
      search={(): object => ({ chapter })}
      className={css.link}
      aria-label={label}
      title={label}
    >
      <IconHelpCircle size={18} aria-hidden />
    </Link>
  );
}
