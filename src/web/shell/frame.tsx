import type { ReactNode } from 'react';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { Footer } from '#web/shell/footer.tsx';
import { PageContent } from '#web/shell/page-content.tsx';
import css from './shell.module.css';

type Props = { head: ReactNode; sidebar?: 'hidden' | 'open' | 'closed'; role?: Role; children?: ReactNode };

/** Around a page: a way past its head for the keyboard, the head, the page with what stands above it, and the footer. */
export function Frame({ head, sidebar = 'hidden', role, children }: Props) {
  const say = useSay();
  return (
    <div className={css.shell} data-sidebar={sidebar}>
      <a href="#content" className={css.skip}>
        {say('shell.skipToContent')}
      </a>
      {head}
      <PageContent>{children}</PageContent>
      <Footer role={role} />
    </div>
  );
}
