import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/basics/route.ts';
import { listRegistryAccounts, setRegistryAccounts } from '#contract/settlement/registry-account.ts';
import { judgeActing } from '#domain/access/may.ts';
import { judgeLength } from '#domain/basics/text.ts';
import { REGISTRY_NAMES, type RegistryName } from '#domain/certificate/registry.ts';
import { REGISTRY_ACCOUNT_LENGTH_MAX } from '#domain/delivery/registry-account.ts';
import { AccountChoice, ReadOnlyNotice, useChosenAccount, type Membership } from '#web/company/account-choice.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { TextField } from '#web/design/fields/text-field.tsx';
import { FormSection } from '#web/design/forms/form-section.tsx';
import { StoredFormSheet } from '#web/design/forms/stored-form-sheet.tsx';
import type { Refusals } from '#web/design/forms/use-form.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { ApiError, asApiError } from '#web/platform/calls/api-error.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Accounts = ReplyOf<typeof listRegistryAccounts>;
/** The id of the account at each registry, and the subaccount for retirements at NAR. An empty field: there is none. */
type Draft = Readonly<Record<RegistryName | 'narRetirement', string>>;

/** The accounts of a company at registries, between which certificates are transferred. */
export function RegistryAccountsPage() {
  const account = useChosenAccount();
  return account ? <OfCompany key={account.id} account={account} /> : null;
}

const accountsQuery = (id: string) => readQuery(['registry-accounts', id], listRegistryAccounts, { params: { id } });

function OfCompany({ account }: { account: Membership }) {
  const say = useSay();
  const query = useQuery(accountsQuery(account.id));
  const refusal = judgeActing(account);
  return (
    <>
      <PageTitle
        title="registryAccount.title"
        note={
          <>
            <AccountChoice account={account} />
            <p>{say('registryAccount.note')}</p>
          </>
        }
        back={{ to: paths.certificates('user'), label: 'certificate.title' }}
      />
      {refusal && <ReadOnlyNotice reason={refusal} />}
      <Loaded query={query} skeleton={<Skeleton height={360} radius="md" />}>
        {(stored) => <AccountsForm id={account.id} stored={stored} isClosed={refusal !== undefined} />}
      </Loaded>
    </>
  );
}

type FormProps = { id: string; stored: Accounts; isClosed: boolean };

function AccountsForm({ id, stored, isClosed }: FormProps) {
  const say = useSay();
  const queryClient = useQueryClient();
  const query = accountsQuery(id);
  return (
    <StoredFormSheet<Accounts, Draft>
      stored={stored}
      keptAs={`registry-accounts ${id}`}
      empty={draftOf({ accounts: [] })}
      valuesOf={draftOf}
      judge={judgeDraft}
      send={(draft) => save(id, draft)}
      fresh={() => queryClient.fetchQuery({ ...query, staleTime: 0 })}
      isClosed={isClosed}
      onSaved={(saved) => {
        queryClient.setQueryData(query.queryKey, saved);
        toast('good', say('registryAccount.saved'));
      }}
      submit="registryAccount.save"
      saved="registryAccount.saved"
    >
      {(form) => (
        <FormSection title="registryAccount.title" hint="registryAccount.hint">
          {REGISTRY_NAMES.map((name) => (
            <TextField
              key={name}
              {...form.field(name)}
              label={`certificate.registry.${name}`}
              isDisabled={isClosed}
              autoComplete="off"
            />
          ))}
          <TextField
            {...form.field('narRetirement')}
            label="registryAccount.narRetirement"
            help="registryAccount.narRetirementHelp"
            isDisabled={isClosed}
            autoComplete="off"
          />
        </FormSection>
      )}
    </StoredFormSheet>
  );
}

const byRegistry = <Value,>(valueOf: (name: RegistryName) => Value) =>
  Object.fromEntries(REGISTRY_NAMES.map((name) => [name, valueOf(name)])) as Record<RegistryName, Value>;

const draftOf = ({ accounts }: Accounts): Draft => ({
  ...byRegistry((name) => accounts.find(({ registry }) => registry === name)?.code ?? ''),
  narRetirement: accounts.find(({ registry }) => registry === 'nar')?.retirementCode ?? '',
});

/** A subaccount without its account would not be saved. */
const judgeDraft = (draft: Draft): Refusals<Draft> => ({
  ...byRegistry((name) => judgeLength(draft[name].trim(), REGISTRY_ACCOUNT_LENGTH_MAX)),
  narRetirement: judgeLength(draft.narRetirement.trim(), REGISTRY_ACCOUNT_LENGTH_MAX),
  ...(draft.nar.trim() === '' && draft.narRetirement.trim() !== '' && { nar: { code: 'field_required' } as const }),
});

/** Sends the fields that are filled in. A refusal of the server names places in the list, so it is moved to its field. */
async function save(id: string, draft: Draft): Promise<Accounts> {
  const accounts = REGISTRY_NAMES.flatMap((registry) => {
    const code = draft[registry].trim();
    const retirementCode = registry === 'nar' ? draft.narRetirement.trim() : '';
    return code === '' ? [] : [{ registry, code, retirementCode }];
  });
  try {
    return await api(setRegistryAccounts, { params: { id }, body: { accounts } });
  } catch (thrown) {
    const refused = asApiError(thrown);
    const fields = Object.entries(refused.fields).map(([place, error]) => {
      const { at = '', part } = /^accounts\.(?<at>\d+)\.(?<part>code|retirementCode)$/.exec(place)?.groups ?? {};
      return [part === 'retirementCode' ? 'narRetirement' : (accounts[Number(at)]?.registry ?? place), error];
    });
    const { status, params, message } = refused;
    throw new ApiError(refused.code, { status, params, message, fields: Object.fromEntries(fields) });
  }
}
