import { Input } from '@mantine/core';
import type { Language } from '#domain/basics/language.ts';
import { IMAGE_ENDINGS } from '#domain/auction/images.ts';
import { uploadTemplateImage } from '#contract/template.ts';
import { Wide } from '#web/design/forms/form-section.tsx';
import { RichTextField } from '#web/design/rich-text/rich-text-field.tsx';
import { ChoiceField } from '#web/design/fields/switch-field.tsx';
import type { Field } from '#web/design/forms/use-form.ts';
import { LANGUAGE_TAGS } from '#web/platform/phrases/language.ts';
import { api } from '#web/platform/calls/api.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import { FileField } from '#web/template-admin/file-field.tsx';
import type { ContentDraft } from '#web/template-admin/template-form.ts';

type Props = Field<ContentDraft> & { language: Language; onBusy: (isBusy: boolean) => void };

const KINDS = ['text', 'file'] as const;

const uploadPicture = (File: File) => api(uploadTemplateImage, { body: { File } });

/** What the document says in one language: written here, or a file. */
export function ContentField({ value, onChange, onBlur, refusal, language, onBusy }: Props) {
  const say = useSay();
  const textOf = useErrorText();
  const part = { label: `template.contents.${language}`, onBlur, refusal: undefined } as const;
  return (
    <>
      <Wide>
        <ChoiceField
          {...part}
          label="template.kind"
          value={value.kind}
          onChange={(kind) => onChange({ ...value, kind })}
          choices={KINDS.map((kind) => ({ value: kind, label: say(`template.kinds.${kind}`) }))}
        />
      </Wide>
      <Wide>
        {value.kind === 'text' ? (
          <RichTextField
            {...part}
            refusal={refusal}
            value={value.html}
            onChange={(html) => onChange({ ...value, html })}
            lang={LANGUAGE_TAGS[language]}
            onBusy={onBusy}
            upload={uploadPicture}
            accept={IMAGE_ENDINGS}
          />
        ) : (
          <Input.Wrapper error={refusal && textOf(refusal)}>
            <FileField
              file={value.file}
              label={say(part.label)}
              onChange={(file) => onChange({ ...value, file })}
              onBusy={onBusy}
            />
          </Input.Wrapper>
        )}
      </Wide>
    </>
  );
}
