import { Checkbox, Input } from '@mantine/core';
import { WEBHOOK_KINDS, type WebhookKind } from '#domain/automation/webhook.ts';
import { EVENT_WORDS } from '#web/automation/event-kinds.ts';
import { useFieldProps, type FieldProps } from '#web/design/fields/field.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './automation.module.css';

/** Which events are sent: at least one. */
export function KindsField(props: FieldProps<readonly WebhookKind[]>) {
  const say = useSay();
  const { label, error, withAsterisk } = useFieldProps(props);
  const { value, onChange } = props;
  const toggle = (kind: WebhookKind, isOn: boolean) =>
    onChange(WEBHOOK_KINDS.filter((one) => (one === kind ? isOn : value.includes(one))));
  return (
    <Input.Wrapper {...{ label, error, withAsterisk }} labelElement="div">
      <div role="group" aria-label={label} className={css.kinds}>
        {WEBHOOK_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            label={say(EVENT_WORDS[kind])}
            checked={value.includes(kind)}
            onChange={(event) => toggle(kind, event.currentTarget.checked)}
            error={error !== undefined}
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}
