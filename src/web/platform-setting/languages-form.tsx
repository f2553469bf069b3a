import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { updateLanguages, type PlatformSettings } from '#contract/platform-setting/platform-setting.ts';
import { isLanguage } from '#domain/basics/language.ts';
import { judgeLanguages } from '#domain/platform-setting/languages.ts';
import { ChecksField } from '#web/design/fields/checks-field.tsx';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import { StoredFormSheet } from '#web/design/forms/stored-form-sheet.tsx';
import { api } from '#web/platform/calls/api.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { languageName } from '#web/platform/phrases/language.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useGroup } from '#web/platform-setting/use-group.ts';

type Props = { settings: Pick<PlatformSettings, 'languages' | 'languageChoices'>; isClosed: boolean };

/** The languages on offer. Each has a check box, also those that a file of phrases added. */
export function LanguagesForm({ settings: { languages, languageChoices }, isClosed }: Props) {
  const say = useSay();
  const known = languageChoices.map(({ language }) => language);
  const { versionOf, ...group } = useGroup('languages', languages);
  // A language whose file was removed is not offered any more.
  const valuesOf = ({ offered }: { readonly offered: readonly string[] }) => ({
    offered: known.filter((language) => offered.includes(language)),
  });
  return (
    <StoredFormSheet
      {...group}
      empty={valuesOf(languages)}
      valuesOf={valuesOf}
      judge={(values) => judgeLanguages(values, known)}
      labels={{ offered: 'platform.languages' }}
      send={({ offered }) => api(updateLanguages, { body: { offered, version: versionOf() } })}
      isClosed={isClosed}
      submit="platform.saveLanguages"
    >
      {(form) => (
        <FormSection title="platform.languages" hint="platform.languagesHint">
          <Wide>
            <ChecksField
              {...form.field('offered')}
              onChange={(offered) => form.set('offered', [...offered])}
              label="platform.offered"
              isRequired
              isDisabled={isClosed}
              inLines
              choices={languageChoices.map(({ language, inEnglish }) => ({
                value: language,
                label: isLanguage(language) ? languageName(language) : language,
                ...(inEnglish > 0 && {
                  help: say('platform.inEnglish', { count: inEnglish, phrases: formatQuantity(inEnglish) }),
                }),
              }))}
            />
          </Wide>
        </FormSection>
      )}
    </StoredFormSheet>
  );
}
