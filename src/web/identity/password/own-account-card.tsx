import type { ReactNode } from 'react';
import css from './own-account-card.module.css';

/** What a person changes of its own account, one thing a page. */
export const OwnAccountCard = ({ children }: { children: ReactNode }) => <div className={css.card}>{children}</div>;
