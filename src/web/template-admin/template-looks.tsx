import { IconCircleCheck, IconEyeOff, IconHistory } from '@tabler/icons-react';
import type { TemplateSummary } from '#contract/template.ts';
import { BASE_LANGUAGES, type BaseLanguage } from '#domain/basics/language.ts';
import { languageName } from '#web/platform/phrases/language.ts';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';

/** Shows whether readers see a document, and if they do not, the reason. */
export function ForceBadge({ template }: { template: Pick<TemplateSummary, 'isInForce' | 'isInUse'> }) {
  if (template.isInForce) return <StatusBadge tone="good" label="template.inForce" icon={IconCircleCheck} />;
  if (!template.isInUse) return <StatusBadge tone="quiet" label="template.notInUse" icon={IconEyeOff} />;
  return <StatusBadge tone="quiet" label="template.superseded" icon={IconHistory} />;
}

/** Names the languages in which a document exists. */
export function Languages({ languages }: { languages: readonly BaseLanguage[] }) {
  return BASE_LANGUAGES.filter((one) => languages.includes(one))
    .map((one) => languageName(one))
    .join(', ');
}
