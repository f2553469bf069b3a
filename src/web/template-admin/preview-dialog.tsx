import { useState } from 'react';
import { LANGUAGES } from '#domain/basics/language.ts';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import { Segments } from '#web/design/layout/segments.tsx';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { ContentView } from '#web/template-admin/content-view.tsx';
import { contentOf, type TemplateValues } from '#web/template-admin/template-form.ts';
import { LANGUAGE_NAMES } from '#web/template-admin/template-looks.tsx';

type Props = { values: TemplateValues; onClose: () => void };

/** What readers will be shown, before it is saved. */
export function PreviewDialog({ values, onClose }: Props) {
  const say = useSay();
  const [language, setLanguage] = useState(useLanguage());
  return (
    <Dialog title={values.documentName.trim() || say('template.preview')} isOpen onClose={onClose} size="xl">
      <Segments
        label={say('shell.language')}
        segments={LANGUAGES.map((value) => ({ value, label: say(LANGUAGE_NAMES[value]) }))}
        value={language}
        onChange={setLanguage}
      />
      <ContentView content={contentOf(values[`contents.${language}`])} language={language} />
    </Dialog>
  );
}
