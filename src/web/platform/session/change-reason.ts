import { useLocation } from '@tanstack/react-router';
import { createContext, use } from 'react';
import type { Profile } from '#contract/identity/identity.ts';
import type { Area } from '#domain/automation/scope.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';
import { sessionStore } from '#web/platform/session/session.ts';
import { useStore } from '#web/platform/storage/store.ts';

/** Returns whether roles may make the changes of a page. `area` is the area of one act, if it differs from its page. */
type JudgeChange = (roles: Profile['adminRoles'], pathname: string, area?: Area) => boolean;

/** The judgement is empty until the pages of administrators set it, so pages of users never load it. */
const judgement: { mayMake: JudgeChange } = { mayMake: () => true };
export const bringChangeJudgement = (mayMake: JudgeChange): void => void (judgement.mayMake = mayMake);

/** The area of a part of a page, if it differs from the area of its page. */
export const ChangeArea = createContext<Area | undefined>(undefined);

/**
 * Returns the reason why an administrator may not make the changes of this page; undefined if the roles allow them. All
 * buttons of acts, all fields and all forms use it, so no page needs its own check (decision 130).
 */
export function useChangeReason(area?: Area): PhraseKey | undefined {
  const roles = useStore(sessionStore, ({ profile }) => profile?.adminRoles);
  const pathname = useLocation({ select: (location) => location.pathname });
  const partArea = use(ChangeArea);
  const mayMake = roles === undefined || roles.length === 0 || judgement.mayMake(roles, pathname, area ?? partArea);
  return mayMake ? undefined : 'error.admin_role_missing';
}
