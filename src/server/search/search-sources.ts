import { listAuctionsAsAdmin, listAuctionsAsUser } from '#contract/auction/auction.ts';
import type { ReplyOf, Route } from '#contract/basics/route.ts';
import { listAccounts } from '#contract/company/company.ts';
import { listRegistrations } from '#contract/company/registration.ts';
import { listRetirementsAsAdmin, listRetirementsAsUser } from '#contract/holding/retirement.ts';
import { listInvoicesAsAdmin, listInvoicesAsUser } from '#contract/invoice/invoice.ts';
import { listBuyOrdersAsAdmin, listOwnBuyOrders } from '#contract/marketplace/buy-order.ts';
import { listSellOrdersAsUser } from '#contract/marketplace/marketplace.ts';
import { listSellOrdersAsAdmin } from '#contract/marketplace/sell-order.ts';
import { listOwnAccounts } from '#contract/identity/identity.ts';
import { RESULTS_OF_A_KIND, type SearchKind, type SearchResult } from '#contract/search.ts';
import { listSettlementsAsAdmin, listSettlementsAsUser } from '#contract/settlement/settlement.ts';
import { listTemplates } from '#contract/template.ts';
import { companyNameIn, type NamedCompany } from '#domain/company/company-name.ts';
import { findPeople } from '#server/identity/find-people.ts';
import type { Call } from '#server/platform/http/operation.ts';
import { findGuides } from '#server/template/find-guides.ts';

/** Calls the operation of a list as the caller. `filter` is its query. */
export type Ask = <R extends Route>(route: R, filter: object) => Promise<ReplyOf<R>>;
type Searching = Pick<Call, 'db' | 'caller' | 'language'> & { readonly search: string };
type Source = readonly [kind: SearchKind, find: () => Promise<SearchResult[]>];

const resultOf = (id: string, name: string, detail = ''): SearchResult => ({ id, name, detail, accountId: null });

/** Returns the lists to search for this caller: those of all companies for administrators, else the caller's own. */
export function sourcesFor(call: Searching, ask: Ask): Source[] {
  const { caller, search } = call;
  const page = { search, limit: RESULTS_OF_A_KIND };
  const isAdmin = caller.role === 'Admin';
  const auctions = isAdmin ? listAuctionsAsAdmin : listAuctionsAsUser;
  const named = (show: 'current' | 'past') => async () =>
    (await ask(auctions, { ...page, show })).items.map(({ id, title }) => resultOf(id, title));
  return [
    ['auction', named('current')],
    ['pastAuction', named('past')],
    ...(isAdmin ? companiesOfAll(call, ask, page) : [ownCompanies(call, ask)]),
    ...orders(call, ask, page),
    ...trades(call, ask, page),
    ...(isAdmin ? forAdmins(call, ask, page) : [guides(call)]),
  ];
}

type Page = { readonly search: string; readonly limit: number };

const companiesOfAll = ({ language }: Searching, ask: Ask, page: Page): Source[] => [
  [
    'account',
    async () =>
      (await ask(listAccounts, page)).items.map((one) =>
        resultOf(one.id, companyNameIn(language, one), one.registrationNumber),
      ),
  ],
  [
    'registration',
    async () =>
      (await ask(listRegistrations, page)).items.map((one) =>
        resultOf(one.id, companyNameIn(language, one), one.registrationNumber),
      ),
  ],
];

/** A person has few companies, so they are compared here. */
const ownCompanies = ({ language, search }: Searching, ask: Ask): Source => [
  'account',
  async () =>
    (await ask(listOwnAccounts, {}))
      .filter((one) => matches(`${one.companyName}\n${one.englishCompanyName}`, search))
      .map((one) => resultOf(one.id, companyNameIn(language, one))),
];

const matches = (text: string, search: string): boolean => text.toLowerCase().includes(search.toLowerCase());

function orders({ caller, language }: Searching, ask: Ask, page: Page): Source[] {
  const isAdmin = caller.role === 'Admin';
  const name = (company: NamedCompany): string => companyNameIn(language, company);
  return [
    [
      'sellOrder',
      async () =>
        isAdmin
          ? (await ask(listSellOrdersAsAdmin, page)).items.map((one) => resultOf(one.id, one.title, name(one.seller)))
          : (await ask(listSellOrdersAsUser, page)).items.map((one) => resultOf(one.id, one.title)),
    ],
    [
      'buyOrder',
      async () =>
        (await ask(isAdmin ? listBuyOrdersAsAdmin : listOwnBuyOrders, page)).items.map((one) =>
          resultOf(one.id, one.reference, one.sellOrder.title),
        ),
    ],
  ];
}

function trades({ caller, language }: Searching, ask: Ask, page: Page): Source[] {
  const isAdmin = caller.role === 'Admin';
  const name = (company: NamedCompany): string => companyNameIn(language, company);
  return [
    [
      'settlement',
      async () =>
        (await ask(isAdmin ? listSettlementsAsAdmin : listSettlementsAsUser, { ...page, show: 'all' })).items.map(
          ({ id, title, seller, buyer }) => resultOf(id, title, `${name(seller)} → ${name(buyer)}`),
        ),
    ],
    [
      'invoice',
      async () =>
        (await ask(isAdmin ? listInvoicesAsAdmin : listInvoicesAsUser, page)).items.map(({ id, number, trade }) =>
          resultOf(id, number, trade),
        ),
    ],
    [
      'retirement',
      async () =>
        (await ask(isAdmin ? listRetirementsAsAdmin : listRetirementsAsUser, page)).items.map(
          ({ id, number, beneficiary }) => resultOf(id, number, beneficiary.name),
        ),
    ],
  ];
}

const forAdmins = ({ db, search }: Searching, ask: Ask, page: Page): Source[] => [
  [
    'person',
    async () =>
      (await findPeople(db, search, page.limit)).map(({ id, username, email, accountId }) => ({
        ...resultOf(id, username, email),
        accountId,
      })),
  ],
  [
    'document',
    async () => (await ask(listTemplates, page)).items.map(({ id, documentName }) => resultOf(id, documentName)),
  ],
];

const guides = ({ db, language, search }: Searching): Source => [
  'guide',
  async () =>
    (await findGuides(db, language))
      .filter(({ name }) => matches(name, search))
      .map(({ id, name }) => resultOf(id, name)),
];
