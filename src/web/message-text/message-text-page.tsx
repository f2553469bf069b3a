import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getMessageText, updateMessageText, type MessageText } from '#contract/message-text.ts';
import { mayChange } from '#domain/access/admin-role.ts';
import { BASE_LANGUAGES, baseLanguageOf } from '#domain/basics/language.ts';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { FormSheet } from '#web/design/forms/form-sheet.tsx';
import { SaveBar } from '#web/design/forms/save-bar.tsx';
import { useStoredForm } from '#web/design/forms/use-stored-form.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { PlaceholderCard } from '#web/message-text/placeholder-card.tsx';
import { PreviewCard } from '#web/message-text/preview-card.tsx';
import { draftOf, judgeDraft, originalsOf, textsOf, type TextDraft } from '#web/message-text/text-form.ts';
import { LANGUAGE_NAMES, partLabel, TextFields } from '#web/message-text/text-fields.tsx';
import { VersionsCard } from '#web/message-text/versions-card.tsx';
import { api } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useLanguage, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import { paths } from '#web/paths.ts';
import css from './message-text.module.css';

const queryOf = (textId: string) => readQuery(['message-texts', textId], getMessageText, { params: { textId } });

/** The texts of one message in both languages, with placeholders, preview and versions. */
export function MessageTextPage({ id }: { id: string }) {
  const say = useSay();
  const language = useLanguage();
  const query = useQuery(queryOf(id));
  return (
    <>
      <PageTitle
        title={query.data ? { text: query.data.title[baseLanguageOf(language)] } : 'messageText.title'}
        note={say('messageText.noteOne')}
        back={{ to: paths.messageTexts, label: 'messageText.back' }}
      />
      <Loaded query={query} skeleton={<Skeleton height={640} radius="md" />}>
        {(message) => <TextForm stored={message} />}
      </Loaded>
    </>
  );
}

function TextForm({ stored }: { stored: MessageText }) {
  const say = useSay();
  const mayEdit = mayChange(useProfile().adminRoles, null);
  const { form, run, isPending, error, isDirty, overtaken } = useTextForm(stored, mayEdit);
  const fill = (draft: TextDraft) => {
    for (const [field, text] of Object.entries(draft)) form.set(field, text);
  };
  return (
    <FormSheet
      form={form}
      error={error}
      overtaken={overtaken}
      isBusy={isPending}
      onSend={run}
      foot={
        <SaveBar
          isDirty={isDirty}
          isPending={isPending}
          saved="messageText.saved"
          reason={mayEdit ? undefined : 'error.admin_role_missing'}
        >
          {mayEdit && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => fill(originalsOf(stored))}
            >
              {say('messageText.toOriginalAll')}
            </Button>
          )}
        </SaveBar>
      }
    >
      <OlderOriginals stored={stored} />
      {BASE_LANGUAGES.map((language) => (
        <TextFields key={language} form={form} message={stored} language={language} isDisabled={!mayEdit} />
      ))}
      <PlaceholderCard message={stored} />
      <PreviewCard
        message={stored}
        texts={() => textsOf(stored, form.values)}
        check={() => form.check()}
        mayEdit={mayEdit}
      />
      <VersionsCard message={stored} onRestore={(texts) => fill(draftOf(stored, texts))} mayEdit={mayEdit} />
    </FormSheet>
  );
}

function useTextForm(stored: MessageText, mayEdit: boolean) {
  const say = useSay();
  const queryClient = useQueryClient();
  const { queryKey, ...query } = queryOf(stored.id);
  return useStoredForm<MessageText, TextDraft>({
    stored,
    keptAs: `message ${stored.id}`,
    empty: {},
    valuesOf: (message) => draftOf(message, message.texts),
    judge: (draft) => judgeDraft(stored, draft),
    send: (draft, _keys, seen) =>
      api(updateMessageText, {
        params: { textId: stored.id },
        body: { version: (seen ?? stored).version, texts: textsOf(stored, draft) },
      }),
    fresh: () => queryClient.fetchQuery({ ...query, queryKey, staleTime: 0 }),
    labels: labelsOf(stored),
    isClosed: !mayEdit,
    onSaved: (saved) => {
      queryClient.setQueryData(queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: ['message-texts'], exact: true });
      toast('good', say('messageText.saved'));
    },
  });
}

const labelsOf = (message: MessageText): Record<string, PhraseKey> =>
  Object.fromEntries(Object.keys(draftOf(message, message.texts)).map((field) => [field, partLabel(field.slice(3))]));

/** Says which texts were edited from an original that an upgrade changed. */
function OlderOriginals({ stored }: { stored: MessageText }) {
  const say = useSay();
  if (!stored.isOutdated) return null;
  return (
    <Notice tone="warn" icon={IconAlertTriangle} title="messageText.outdatedTitle">
      {stored.parts.flatMap(({ part, originals, olderOriginals }) =>
        BASE_LANGUAGES.flatMap((language) => {
          const older = olderOriginals[language];
          const params = {
            part: say(partLabel(part)),
            language: say(LANGUAGE_NAMES[language]),
            original: originals[language],
          };
          return older === null
            ? []
            : [
                <p key={language + part} className={css.older}>
                  {say('messageText.outdatedText', { ...params, older })}
                </p>,
              ];
        }),
      )}
    </Notice>
  );
}
