import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getClaimsReportAsUser } from '#contract/claim/claims-report.ts';
import { confirmStatement, getRetirementAsUser, getStatementAsUser } from '#contract/holding/retirement.ts';
import { statementNumberOf, RANDOM_DIGITS } from '#domain/holding/statement-number.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { bookMovements } from '#server/ledger/book.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrate, readMigrations } from '#server/platform/database/migrate.ts';
import { aHolding } from '#testing/builders/holding-builders.ts';
import { insertPerson, type TestPerson } from '#testing/builders/records.ts';
import { emptyDatabase } from '#testing/world/database.ts';
import { worldOn, type SignedIn, type World } from '#testing/world/world.ts';
import { tokenFor } from '#testing/world/token.ts';

/** The migration under test. Before it, retirements had no claim (decision 104). */
const CLAIMS = '0057-claims.sql';
const NUMBER = statementNumberOf(Array.from({ length: RANDOM_DIGITS }, (_, at) => at));
const ID = randomUUID();

let w: World;
let holder: SignedIn;
beforeAll(async () => {
  const url = await emptyDatabase();
  const database = await openDatabase({ url });
  const { db } = database;
  await migrate(database, { upTo: (await readMigrations()).filter(({ name }) => name < CLAIMS) });
  const [person, seller]: TestPerson[] = [await insertPerson(db), await insertPerson(db)];
  if (!person || !seller) throw new Error('two people are needed');
  // The builder uses today's columns. These belong to later migrations.
  await sql`alter table bidder add column settlement_terms jsonb`.execute(db);
  await sql`alter table auction add column salt text`.execute(db);
  const { account } = await aHolding(db, { holder: person, seller, quantity: 100 });
  await sql`alter table bidder drop column settlement_terms`.execute(db);
  await sql`alter table auction drop column salt`.execute(db);
  await sql`
    insert into retirement (id, number, account_id, company_name, account_type, name, address, name_on_certificates,
      building_owner_name, retired_by, retired_at)
    values (${ID}, ${NUMBER}, ${person.accountId}, 'Old company', 'Corporate', 'Old name', 'Old address', 'Old name', '',
      ${person.userId}, '2025-03-01T00:00:00Z')`.execute(db);
  const to = { ...account, kind: 'retired', sourceKind: 'retirement', sourceId: ID } as const;
  await bookMovements(db, [{ kind: 'retired', from: account, to, quantity: 40 }], { userId: person.userId });
  expect(await migrate(database)).toContain(CLAIMS);
  w = await worldOn(database, url);
  holder = { ...person, token: await tokenFor(w.identity, person.userId) };
});
afterAll(() => w.end());

test('a retirement from before claims stays valid: what was never asked is unknown', async () => {
  const read = await w.call(holder, getRetirementAsUser, { params: { id: ID } });
  expect(read.data).toMatchObject({
    number: NUMBER,
    companyName: 'Old company',
    quantity: 40,
    state: 'platform',
    registry: [],
    beneficiary: { name: 'Old name', country: '', location: '' },
    claim: { periodFrom: null, periodTo: null, purpose: 'unknown', purposeText: '' },
  });
  const confirmed = await w.call(undefined, confirmStatement, { params: { number: NUMBER } });
  expect(confirmed.data).toMatchObject({ nameOnCertificates: 'Old name', claim: { purpose: 'unknown' } });
  const pdf = await w.call(holder, getStatementAsUser, { params: { id: ID } });
  expect(pdf.text.slice(0, 5)).toBe('%PDF-');
  expect((await proveLedger(w.database.db)).problems).toEqual([]);
});

test('it counts in the year of its retirement, with unknown checks', async () => {
  const params = { id: holder.accountId };
  const { data } = await w.call(holder, getClaimsReportAsUser, { params, query: '?year=2025' });
  expect(data.lines).toMatchObject([
    {
      megawattHours: '40.000000',
      checks: { periodOverlap: 'unknown', sameMarket: 'unknown', namedBeneficiary: 'yes' },
    },
  ]);
});
