import { IconAlertTriangle } from '@tabler/icons-react';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import css from './buy.module.css';

/** That nothing was ordered, and why; what was typed is still there. */
export function NotPlaced({ error }: { error: ApiError | null }) {
  const say = useSay();
  const textOf = useErrorText();
  if (!error) return null;
  const [first] = Object.values(error.fields);
  return (
    <p className={css.wrong} role="alert">
      <IconAlertTriangle size={17} aria-hidden />
      <span>
        <strong>{say('buyOrder.notPlaced')}</strong> {textOf(first ?? error)}
      </span>
    </p>
  );
}
