import { createFileRoute, Link } from '@tanstack/react-router';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { BrandMark } from '#web/shell/brand-mark.tsx';
import { Frame } from '#web/shell/frame.tsx';
import { LanguageChoice } from '#web/shell/language-choice.tsx';
import bar from '#web/shell/top-bar.module.css';

/** The layout of pages that anybody may read, signed in or not. */
export const Route = createFileRoute('/_public')({ component: () => <Frame head={<PublicBar />} /> });

function PublicBar() {
  const say = useSay();
  return (
    <header className={bar.bar}>
      <Link to="/" className={bar.brand} data-always aria-label={say('shell.toStart')}>
        <BrandMark height={24} />
      </Link>
      <div className={bar.end}>
        <LanguageChoice />
      </div>
    </header>
  );
}
