import { IconBan } from '@tabler/icons-react';
import type { AuditLine } from '#contract/audit.ts';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { useSay, type Say } from '#web/platform/phrases/phrase.ts';

/** What was done, in words; of a release that had other operations, as it was asked. */
export const actText = (say: Say, { act, action }: Pick<AuditLine, 'act' | 'action'>): string =>
  act === null ? action : say(`audit.act.${act}`);

/** Nearly everything that is told was done: only the other is marked. */
export function AuditOutcome({ outcome }: Pick<AuditLine, 'outcome'>) {
  const say = useSay();
  return outcome === 'done' ? say('audit.done') : <StatusBadge tone="bad" label="audit.refused" icon={IconBan} />;
}
