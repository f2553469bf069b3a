import { IconScissors } from '@tabler/icons-react';
import type { SavedTemplate } from '#contract/template.ts';
import { Notice } from '#web/design/feedback/notice.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { LANGUAGE_NAMES } from '#web/template-admin/template-looks.tsx';

/** What the server took out of a text because it may not stand in one: nothing vanishes silently. */
export function CutNotice({ cut }: Pick<SavedTemplate, 'cut'>) {
  const say = useSay();
  if (cut.length === 0) return null;
  return (
    <Notice tone="warn" icon={IconScissors} title="template.cut">
      {cut.map(({ language, what }) => (
        <p key={`${language} ${what}`}>
          {say(LANGUAGE_NAMES[language])}: <code>{what}</code>
        </p>
      ))}
    </Notice>
  );
}
