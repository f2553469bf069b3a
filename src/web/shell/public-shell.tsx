import { Link, Outlet } from '@tanstack/react-router';
import { useRef } from 'react';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { BrandMark } from '#web/shell/brand-mark.tsx';
import { Footer } from '#web/shell/footer.tsx';
import { LanguageChoice } from '#web/shell/language-choice.tsx';
import { useFocusOnNewPage } from '#web/shell/use-focus-on-new-page.ts';
import css from './shell.module.css';
import bar from './top-bar.module.css';

/** For pages that anybody may read, signed in or not. */
export function PublicShell() {
  const say = useSay();
  const content = useRef<HTMLElement>(null);
  useFocusOnNewPage(content);
  return (
    <div className={css.shell} data-sidebar="hidden">
      <a href="#content" className={css.skip}>
        {say('shell.skipToContent')}
      </a>
      <header className={bar.bar}>
        <Link to="/" className={bar.brand} data-always aria-label={say('shell.toStart')}>
          <BrandMark height={24} />
        </Link>
        <div className={bar.end}>
          <LanguageChoice />
        </div>
      </header>
      <main ref={content} id="content" className={css.content} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
