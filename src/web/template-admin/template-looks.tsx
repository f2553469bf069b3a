import { IconCircleCheck, IconEyeOff, IconHistory } from '@tabler/icons-react';
import type { TemplateSummary } from '#contract/template.ts';
import { LANGUAGES, type Language } from '#domain/basics/language.ts';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

/** The name of each language, in the language itself. */
export const LANGUAGE_NAMES = { en: 'shell.english', zh: 'shell.chinese' } as const satisfies Record<
  Language,
  PhraseKey
>;

/** Shows whether readers see a document, and if they do not, the reason. */
export function ForceBadge({ template }: { template: Pick<TemplateSummary, 'isInForce' | 'isInUse'> }) {
  if (template.isInForce) return <StatusBadge tone="good" label="template.inForce" icon={IconCircleCheck} />;
  if (!template.isInUse) return <StatusBadge tone="quiet" label="template.notInUse" icon={IconEyeOff} />;
  return <StatusBadge tone="quiet" label="template.superseded" icon={IconHistory} />;
}

/** Names the languages in which a document exists. */
export function Languages({ languages }: { languages: readonly Language[] }) {
  const say = useSay();
  return LANGUAGES.filter((one) => languages.includes(one))
    .map((one) => say(LANGUAGE_NAMES[one]))
    .join(', ');
}
