import { Button } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { listInvoicesAsAdmin, listInvoicesAsUser } from '#contract/invoice/invoice.ts';
import { AUTHORITY_STATES } from '#domain/invoice/authority.ts';
import { INVOICE_KINDS, INVOICE_TYPES } from '#domain/invoice/invoice.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { PagedList } from '#web/design/lists/paged-list.tsx';
import { INVOICE_COLUMNS } from '#web/invoice/invoice-columns.tsx';
import type { InvoiceSearch } from '#web/invoice/invoice-search.ts';
import { paths } from '#web/paths.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { SHARED_ICONS } from '#web/shell/menu/menu.ts';

/** The invoices and credit notes of the user's companies. For administrators, those of all companies and of the platform. */
export function InvoicesPage({ role }: { role: Role }) {
  const say = useSay();
  const { type, kind, authority, ...asked }: InvoiceSearch = useSearch({ strict: false });
  const query = { ...pageQueryOf(asked), type, kind, authority };
  const route = role === 'admin' ? listInvoicesAsAdmin : listInvoicesAsUser;
  const result = useQuery(readPageQuery(['invoices', role, query], route, { query }));
  return (
    <>
      <PageTitle
        title="invoice.title"
        note={say(`invoice.note.${role}`)}
        actions={
          <Button
            variant="default"
            component={Link}
            to={paths.billing(role)}
            leftSection={<IconSettings size={16} aria-hidden />}
          >
            {say('billing.title')}
          </Button>
        }
      />
      <PagedList
        title="invoice.title"
        search="invoice.search"
        columns={INVOICE_COLUMNS}
        result={result}
        query={query}
        isFiltered={query.search !== '' || type !== undefined || kind !== undefined || authority !== undefined}
        none={{ title: 'invoice.none', hint: 'invoice.noneHint', icon: SHARED_ICONS.invoice }}
      >
        <FilterSelect
          name="type"
          label="invoice.type"
          all="invoice.allTypes"
          choices={INVOICE_TYPES.map((value) => ({ value, label: say(`invoice.types.${value}`) }))}
        />
        <FilterSelect
          name="kind"
          label="invoice.kind"
          all="invoice.allKinds"
          choices={INVOICE_KINDS.map((value) => ({ value, label: say(`invoice.kinds.${value}`) }))}
        />
        {env().variant === 'TNBX' && (
          <FilterSelect
            name="authority"
            label="invoice.authority"
            all="invoice.allAuthority"
            choices={AUTHORITY_STATES.map((value) => ({ value, label: say(`invoice.authorityStates.${value}`) }))}
          />
        )}
      </PagedList>
    </>
  );
}
