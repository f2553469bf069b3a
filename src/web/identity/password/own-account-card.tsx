import type { ReactNode } from 'react';
import css from './own-account-card.module.css';

/** The card of a page on which a person changes one part of their own account. */
export const OwnAccountCard = ({ children }: { children: ReactNode }) => <div className={css.card}>{children}</div>;
