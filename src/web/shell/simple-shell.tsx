import { Outlet } from '@tanstack/react-router';
import { useRef } from 'react';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { Footer } from '#web/shell/footer.tsx';
import { TopBar } from '#web/shell/top-bar.tsx';
import { useFocusOnNewPage } from '#web/shell/use-focus-on-new-page.ts';
import css from './shell.module.css';

/** The simple layout (specification 2), for those who are signed in and have no area yet: nothing leads anywhere else. */
export function SimpleShell() {
  const say = useSay();
  const content = useRef<HTMLElement>(null);
  useFocusOnNewPage(content);
  return (
    <div className={css.shell} data-sidebar="hidden">
      <a href="#content" className={css.skip}>
        {say('shell.skipToContent')}
      </a>
      <TopBar withBrand />
      <main ref={content} id="content" className={css.content} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
