import { useCallback } from 'react';
import { LANGUAGES, type Language } from '#domain/basics/language.ts';
import { DOCUMENT_NAME_MAX, isPolicy, TEMPLATE_AUDIENCES } from '#domain/template/template.ts';
import { TEMPLATE_TYPES, type TemplateType } from '#domain/template/template-type.ts';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import { SelectField } from '#web/design/fields/select-field.tsx';
import { ChoiceField, SwitchField } from '#web/design/fields/switch-field.tsx';
import { TextField } from '#web/design/fields/text-field.tsx';
import type { Form } from '#web/design/forms/use-form.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { ContentField } from '#web/template-admin/content-field.tsx';
import type { TemplateValues } from '#web/template-admin/template-form.ts';

type Props = { form: Form<TemplateValues>; isNew: boolean; onBusy: (language: Language, isBusy: boolean) => void };

export function TemplateFields({ form, isNew, onBusy }: Props) {
  return (
    <>
      <Basics form={form} isNew={isNew} />
      {LANGUAGES.map((language) => (
        <Contents key={language} form={form} language={language} onBusy={onBusy} />
      ))}
    </>
  );
}

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

type ContentsProps = Pick<Props, 'form' | 'onBusy'> & { language: Language };

function Contents({ form, language, onBusy }: ContentsProps) {
  const tell = useCallback((isBusy: boolean) => onBusy(language, isBusy), [language, onBusy]);
  return (
    <FormSection title={`template.contents.${language}`} hint={`template.contentsHint.${language}`}>
      <ContentField {...form.field(`contents.${language}`)} language={language} onBusy={tell} />
    </FormSection>
  );
}
