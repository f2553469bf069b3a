import { IconDeviceMobileMessage, IconMail, type Icon } from '@tabler/icons-react';
import { useId } from 'react';
import { NOTIFICATION_METHODS, type NotificationMethod } from '#domain/identity/notification-method.ts';
import type { Field } from '#web/design/forms/use-form.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './method-field.module.css';

/** The icon and label of each way to receive a one-time code. */
const WAYS: Record<NotificationMethod, { icon: Icon; label: PhraseKey }> = {
  email: { icon: IconMail, label: 'identity.byEmail' },
  sms: { icon: IconDeviceMobileMessage, label: 'identity.bySms' },
};

/** The choice of the delivery method of one-time codes. */
export function MethodField({ value, onChange }: Field<NotificationMethod>) {
  const say = useSay();
  const name = useId();
  return (
    <fieldset className={css.field}>
      <legend className={css.legend}>{say('identity.sendCodeBy')}</legend>
      {NOTIFICATION_METHODS.map((method) => {
        const { icon: Picture, label: words } = WAYS[method];
        return (
          <label key={method} className={css.way}>
            <input type="radio" name={name} checked={value === method} onChange={() => onChange(method)} />
            <Picture size={18} stroke={1.75} aria-hidden />
            {say(words)}
          </label>
        );
      })}
    </fieldset>
  );
}
