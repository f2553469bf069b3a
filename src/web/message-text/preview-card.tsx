import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { previewMessageText, type MessageText, type MessageTexts } from '#contract/message-text.ts';
import { BASE_LANGUAGES, baseLanguageOf, type BaseLanguage } from '#domain/basics/language.ts';
import { FormError } from '#web/design/forms/form-error.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { Segments } from '#web/design/layout/segments.tsx';
import { MailFrame } from '#web/message-text/mail-frame.tsx';
import { LANGUAGE_NAMES, partLabel } from '#web/message-text/text-fields.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import css from './message-text.module.css';

type Props = { message: MessageText; texts: () => MessageTexts; check: () => boolean; mayEdit: boolean };

/** Shows the typed texts as the server would send them, with example values. */
export function PreviewCard({ message, texts, check, mayEdit }: Props) {
  const say = useSay();
  const { run, isPending, error, data } = useChange({
    send: () => api(previewMessageText, { params: { textId: message.id }, body: { texts: texts() } }),
    onDone: () => undefined,
  });
  const own = useLanguage();
  const [language, setLanguage] = useState<BaseLanguage>(baseLanguageOf(own));
  const [format, setFormat] = useState<'html' | 'text'>('html');
  const shown = data?.previews.filter((preview) => preview.language === language) ?? [];
  return (
    <Card
      title="messageText.preview"
      action={
        <ReasonButton
          variant="default"
          loading={isPending}
          reason={mayEdit ? undefined : 'error.admin_role_missing'}
          leftSection={<IconEye size={16} aria-hidden />}
          onClick={() => check() && run()}
        >
          {say('messageText.showPreview')}
        </ReasonButton>
      }
    >
      <p className={css.hint}>{say('messageText.previewHint')}</p>
      {error && <FormError error={error} />}
      {data && (
        <div className={css.choices}>
          <Segments
            label={say('messageText.language')}
            segments={BASE_LANGUAGES.map((value) => ({ value, label: say(LANGUAGE_NAMES[value]) }))}
            value={language}
            onChange={setLanguage}
          />
          <Segments
            label={say('messageText.format')}
            segments={[
              { value: 'html', label: say('messageText.asEmail') },
              { value: 'text', label: say('messageText.asText') },
            ]}
            value={format}
            onChange={setFormat}
          />
        </div>
      )}
      {shown.map(({ part, subject, text, html }) => (
        <figure key={part} className={css.preview} lang={language}>
          <figcaption>
            {shown.length > 1 && <strong>{say(partLabel(part))}</strong>}
            {subject !== '' && <span>{say('messageText.subjectLine', { subject })}</span>}
          </figcaption>
          {format === 'html' && html !== '' ? <MailFrame html={html} /> : <pre className={css.text}>{text}</pre>}
        </figure>
      ))}
    </Card>
  );
}
