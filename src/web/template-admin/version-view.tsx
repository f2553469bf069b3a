import { Button } from '@mantine/core';
import { IconChevronLeft, IconRestore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { updateTemplate, type SavedTemplate, type Template } from '#contract/template.ts';
import { LANGUAGES } from '#domain/basics/language.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { EditorSkeleton } from '#web/design/forms/editor-skeleton.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import { Fact, Facts } from '#web/design/layout/facts.tsx';
import { Segments } from '#web/design/layout/segments.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { confirmSaving } from '#web/template-admin/confirm-saving.ts';
import { ContentView } from '#web/template-admin/content-view.tsx';
import { templateRequest, valuesOf } from '#web/template-admin/template-form.ts';
import { useTemplateSaved, versionQuery } from '#web/template-admin/template-queries.ts';
import css from './version-view.module.css';
import { useShowVersions } from '#web/template-admin/use-show-versions.ts';
import { LANGUAGE_NAMES } from '#web/template-admin/template-looks.tsx';

type Props = { template: Template; version: number; onRestored: (saved: SavedTemplate) => void };
type Version = Pick<
  Template,
  'documentName' | 'templateType' | 'audience' | 'isInUse' | 'updater' | 'updatedTime' | 'contents' | 'languages'
>;

/** A version as it was saved; an older one can be saved once more, as the newest. */
export function VersionView({ template, version, onRestored }: Props) {
  const query = useQuery(versionQuery(template.id, version));
  return (
    <>
      <Head template={template} version={version} stored={query.data} onRestored={onRestored} />
      <Loaded query={query} skeleton={<EditorSkeleton />}>
        {(stored) => <Body stored={stored} />}
      </Loaded>
    </>
  );
}

function Head({ template, version, stored, onRestored }: Props & { stored: Version | undefined }) {
  const say = useSay();
  const show = useShowVersions();
  const takeSaved = useTemplateSaved();
  const { run, isPending, error } = useChange({
    send: ({ values, base }: { values: Version; base: number }) => {
      const { templateType: _stays, ...body } = templateRequest(valuesOf(values));
      return api(updateTemplate, { params: { id: template.id }, body: { ...body, version: base } });
    },
    onDone: (saved) => {
      takeSaved(saved);
      onRestored(saved);
    },
  });
  const restore = async (values: Version) => {
    const isSure = await confirm({
      title: 'template.restoreTitle',
      text: 'template.restoreText',
      params: { version, next: template.version + 1 },
      yes: 'template.restore',
    });
    if (isSure && (await confirmSaving(template, valuesOf(values)).catch(() => true)))
      run({ values, base: template.version });
  };
  return (
    <>
      <div className={css.head}>
        <Button variant="subtle" onClick={() => show('all')} leftSection={<IconChevronLeft size={16} aria-hidden />}>
          {say('template.allVersions')}
        </Button>
        {stored && version !== template.version && (
          <Button
            variant="default"
            loading={isPending}
            leftSection={<IconRestore size={16} aria-hidden />}
            onClick={() => void restore(stored)}
          >
            {say('template.restore')}
          </Button>
        )}
      </div>
      <FormError error={error} />
    </>
  );
}

function Body({ stored }: { stored: Version }) {
  const say = useSay();
  const own = useLanguage();
  const [chosen, setChosen] = useState(stored.languages.includes(own) ? own : (stored.languages[0] ?? own));
  return (
    <>
      <Facts>
        <Fact label="template.documentName">{stored.documentName}</Fact>
        <Fact label="template.updater">{stored.updater}</Fact>
        <Fact label="template.updatedTime">
          <Moment at={stored.updatedTime} />
        </Fact>
        <Fact label="template.audience">{say(`template.audiences.${stored.audience}`)}</Fact>
      </Facts>
      <div className={css.languages}>
        <Segments
          label={say('shell.language')}
          segments={LANGUAGES.map((value) => ({ value, label: say(LANGUAGE_NAMES[value]) }))}
          value={chosen}
          onChange={setChosen}
        />
      </div>
      <ContentView content={stored.contents[chosen]} language={chosen} />
    </>
  );
}
