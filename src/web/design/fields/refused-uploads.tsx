import { ActionIcon } from '@mantine/core';
import { IconAlertCircle, IconX } from '@tabler/icons-react';
import type { Uploads } from '#web/design/fields/use-uploads.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import css from './refused-uploads.module.css';

/** Shows each refused file with the reason, until the person dismisses it. */
export function RefusedUploads({ uploads }: { uploads: Pick<Uploads, 'uploads' | 'dismiss'> }) {
  const say = useSay();
  const textOf = useErrorText();
  const refused = uploads.uploads.flatMap(({ key, name, step }) =>
    typeof step === 'string' ? [] : [{ key, name, why: step.refused }],
  );
  return (
    <div role="alert">
      {refused.map(({ key, name, why }) => (
        <p key={key} className={css.refused}>
          <IconAlertCircle size={16} aria-hidden />
          <span>
            {name}: {textOf(why)}
          </span>
          <ActionIcon
            size="sm"
            color="gray"
            aria-label={`${say('action.close')}: ${name}`}
            onClick={() => uploads.dismiss(key)}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </p>
      ))}
    </div>
  );
}
