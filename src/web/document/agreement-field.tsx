import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useId } from 'react';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { openPolicyStore } from '#web/shell/open-policy.ts';
import type { Agreement } from '#web/document/use-agreement.ts';
import css from './document.module.css';

/** Lists the policies that a form requires agreement to. Each policy opens in a dialog. */
export function AgreementField({ agreement }: { agreement: Agreement }) {
  const say = useSay();
  const id = useId();
  const { asked, hasAgreed, agree, isComplaining } = agreement;
  if (asked.length === 0) return null;
  return (
    <div className={css.field} role="group" aria-label={say('reading.readAndAgree')}>
      <ul className={css.agreements}>
        {asked.map((policy) => {
          const { templateType, version } = policy;
          const name = say(`reading.type.${templateType}`);
          const isAgreed = hasAgreed(policy);
          const Mark = isAgreed ? IconCircleCheck : IconCircleDashed;
          return (
            <li key={templateType} className={css.asked} data-agreed={isAgreed || undefined}>
              <Mark size={20} aria-hidden />
              <span className={css.name}>
                <span>{name}</span>
                <span className={css.state}>
                  {isAgreed ? say('reading.agreed') : say('reading.version', { version })}
                </span>
              </span>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`${say(isAgreed ? 'reading.readAgain' : 'reading.readAndAgree')}: ${name}`}
                aria-invalid={(isComplaining && !isAgreed) || undefined}
                aria-describedby={isComplaining ? id : undefined}
                onClick={() => openPolicyStore.set({ templateType, onAgree: (accepted) => agree(policy, accepted) })}
              >
                {say(isAgreed ? 'reading.readAgain' : 'reading.readAndAgree')}
              </Button>
            </li>
          );
        })}
      </ul>
      <p className={css.missing} id={id} role="alert">
        {isComplaining && say('reading.notAgreed')}
      </p>
    </div>
  );
}
