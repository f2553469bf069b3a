import { Input } from '@mantine/core';
import { useCallback } from 'react';
import { uploadTemplateImage } from '#contract/template.ts';
import { IMAGE_ENDINGS } from '#domain/auction/images.ts';
import { languageTag, BASE_LANGUAGES, type BaseLanguage } from '#domain/basics/language.ts';
import { DOCUMENT_NAME_MAX, isPolicy, TEMPLATE_AUDIENCES } from '#domain/template/template.ts';
import { TEMPLATE_TYPES, type TemplateType } from '#domain/template/template-type.ts';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import { SelectField } from '#web/design/fields/select-field.tsx';
import { ChoiceField, SwitchField } from '#web/design/fields/switch-field.tsx';
import { TextField } from '#web/design/fields/text-field.tsx';
import type { Form, Field } from '#web/design/forms/use-form.ts';
import { RichTextField } from '#web/design/rich-text/rich-text-field.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useSay, useErrorText } from '#web/platform/phrases/phrase.ts';
import { useChangeReason } from '#web/platform/session/change-reason.ts';
import { FileField } from '#web/template-admin/file-field.tsx';
import type { TemplateValues, ContentDraft } from '#web/template-admin/template-form.ts';

type Props = { form: Form<TemplateValues>; isNew: boolean; onBusy: (language: BaseLanguage, isBusy: boolean) => void };

/**
 * The fields of a document: its name, type and audience, and its content in each language. `onBusy` reports when
 * uploads start and end, so that nothing is saved in between.
 */
export function TemplateFields({ form, isNew, onBusy }: Props) {
  return (
    <>
      <Basics form={form} isNew={isNew} />
      {BASE_LANGUAGES.map((language) => (
        <Contents key={language} form={form} language={language} onBusy={onBusy} />
      ))}
    </>
  );
}

/**
 * The name, the type, the audience and the switch “in use”. The type of a stored document is fixed. Policies have no
 * audience.
 */
function Basics({ form, isNew }: Pick<Props, 'form' | 'isNew'>) {
  const say = useSay();
  const { templateType } = form.values;
  const type = form.field('templateType');
  return (
    <FormSection title="template.basics" hint="template.basicsHint">
      <Wide>
        <TextField
          {...form.field('documentName')}
          label="template.documentName"
          help={{ text: say('template.documentNameHelp', { maximum: DOCUMENT_NAME_MAX }) }}
          isRequired
          autoFocus={isNew}
        />
      </Wide>
      <SelectField<TemplateType>
        {...type}
        onChange={(chosen) => chosen && type.onChange(chosen)}
        label="template.type"
        help={`template.typeHelp.${templateType}`}
        isRequired
        isDisabled={!isNew}
        disabledReason="template.typeStays"
        choices={TEMPLATE_TYPES.map((value) => ({ value, label: say(`template.types.${value}`) }))}
      />
      {!isPolicy(templateType) && (
        <ChoiceField
          {...form.field('audience')}
          label="template.audience"
          help="template.audienceHelp"
          choices={TEMPLATE_AUDIENCES.map((value) => ({ value, label: say(`template.audiences.${value}`) }))}
        />
      )}
      <Wide>
        <SwitchField
          {...form.field('isInUse')}
          label="template.isInUse"
          help={isPolicy(templateType) ? 'template.isInUsePolicyHelp' : 'template.isInUseGuideHelp'}
        />
      </Wide>
    </FormSection>
  );
}

type ContentsProps = Pick<Props, 'form' | 'onBusy'> & { language: BaseLanguage };

/** The content in one language. An empty content is allowed if the other language has one. */
function Contents({ form, language, onBusy }: ContentsProps) {
  const tell = useCallback((isBusy: boolean) => onBusy(language, isBusy), [language, onBusy]);
  return (
    <FormSection title={`template.contents.${language}`} hint={`template.contentsHint.${language}`}>
      <ContentField {...form.field(`contents.${language}`)} language={language} onBusy={tell} />
    </FormSection>
  );
}

type ContentFieldProps = Field<ContentDraft> & { language: BaseLanguage; onBusy: (isBusy: boolean) => void };

const KINDS = ['text', 'file'] as const;

const uploadPicture = (File: File) => api(uploadTemplateImage, { body: { File } });

/** The document's content in one language: a text or a file. */
function ContentField({ value, onChange, onBlur, refusal, language, onBusy }: ContentFieldProps) {
  const say = useSay();
  const textOf = useErrorText();
  const reason = useChangeReason();
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
            lang={languageTag(language)}
            onBusy={onBusy}
            upload={uploadPicture}
            accept={IMAGE_ENDINGS}
          />
        ) : reason && !value.file ? (
          <p role="note">{say(reason)}</p>
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
