import { sql } from 'kysely';
import { EMPTY_BILLING } from '#domain/invoice/billing.ts';
import { NO_COMPANY } from '#server/invoice/billing.ts';
import { issueSale } from '#server/invoice/issue-invoice.ts';
import { another, admin, company, own } from '#testing/permissions/company-rows.ts';
import { settlement } from '#testing/permissions/market-rows.ts';
import type { Rows, SetUp } from '#testing/permissions/row.ts';

/** A settlement between companies with registration numbers, which an issuer needs. */
const billable: SetUp = async (stage, place, who) => {
  const scene = await settlement(stage, place, who);
  await sql`update account set registration_number = left(id::text, 8) where registration_number = ''`.execute(
    stage.w.database.db,
  );
  return scene;
};

/** An invoice of the settlement, from its seller to its buyer. */
const invoiced: SetUp = async (stage, place, who) => {
  const scene = await billable(stage, place, who);
  const context = {
    dialect: 'en16931',
    currency: 'USD',
    userId: stage.people.admin.userId,
    isReported: false,
    publicUrl: 'https://greenlot.example',
  } as const;
  const id = await stage.w.database.db
    .transaction()
    .execute((transaction) => issueSale(transaction, scene.id, context));
  return { ...scene, id };
};

const credited = () => ({ net: '0.01', reason: 'as agreed' });
const cancelled = () => ({ reason: 'wrong buyer' });
const aBilling = () => ({ ...EMPTY_BILLING, taxes: [], version: 0 });

/** Operations on invoices and billing details. */
export const invoiceRows: Rows = {
  'GET /user/accounts/{id}/billing': own(company),
  'PUT /user/accounts/{id}/billing': own(company, { body: aBilling }),
  'GET /admin/accounts/{id}/billing': admin(another),
  'PUT /admin/billing': { body: () => ({ ...aBilling(), company: NO_COMPANY }) },
  'POST /user/settlements/{id}/invoices': own(billable),
  'POST /admin/settlements/{id}/fee-invoices': admin(billable, { body: () => ({ to: 'buyer' }) }),
  'GET /user/invoices/{id}/file': own(invoiced),
  'GET /admin/invoices/{id}/file': admin(invoiced),
  'POST /user/invoices/{id}/credit-notes': own(invoiced, { body: credited }),
  'POST /admin/invoices/{id}/credit-notes': admin(invoiced, { body: credited }),
  'POST /user/invoices/{id}/cancellation': own(invoiced, { body: cancelled }),
  'POST /admin/invoices/{id}/cancellation': admin(invoiced, { body: cancelled }),
  'POST /admin/invoices/{id}/authority-retry': admin(invoiced),
};
