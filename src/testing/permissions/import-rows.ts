import { randomUUID } from 'node:crypto';
import { importCompanies } from '#contract/company/company-import.ts';
import { importBeneficiaries } from '#contract/holding/beneficiary-import.ts';
import { COMPANY_COLUMNS } from '#domain/import/company-columns.ts';
import { headingOf } from '#domain/import/import-table.ts';
import { aCompany } from '#testing/builders/company-builders.ts';
import { aCsv, aTableForm } from '#testing/builders/table-builders.ts';
import { admin, own, ownerAt } from '#testing/permissions/company-rows.ts';
import type { Rows, SetUp } from '#testing/permissions/row.ts';
import { missing } from '#testing/permissions/stage.ts';

/** Returns a file with a beneficiary that nobody has saved. */
function beneficiaries(): FormData {
  const name = randomUUID();
  return aTableForm(
    aCsv(['account_type', 'name', 'address', 'name_on_certificates'], [['Personal', name, '1 Main Street', name]]),
  );
}

/** Returns a file with a company that nobody has imported. */
function companies(): FormData {
  const company = { ...aCompany({ registrationNumber: randomUUID() }), owner: '' };
  const fields = COMPANY_COLUMNS.map(({ field }) => field);
  return aTableForm(aCsv(fields.map(headingOf), [fields.map((field) => company[field])]));
}

function aList(): FormData {
  const form = beneficiaries();
  form.set('Kind', 'beneficiaries');
  return form;
}

const company: SetUp = async (stage, place, who) => ({ ...missing(), id: ownerAt(stage, place, who).accountId });

const imported: SetUp = async (stage, place, who) => {
  const owner = ownerAt(stage, place, who);
  const asked = { params: { id: owner.accountId }, form: beneficiaries() };
  const { data } = await stage.whileAdmitted(() => stage.w.call(owner, importBeneficiaries, asked));
  return { ...missing(), id: owner.accountId, importId: data.importId };
};

const importedCompanies: SetUp = async ({ w, people }) => {
  const { data } = await w.call(people.admin, importCompanies, { form: companies() });
  return { ...missing(), id: data.importId };
};

export const importRows: Rows = {
  'POST /table-files': { form: aList },
  'GET /table-files/template': { query: () => '?kind=companies' },
  'GET /user/accounts/{id}/beneficiary-imports': own(company),
  'POST /user/accounts/{id}/beneficiary-imports': own(company, { form: beneficiaries }),
  'POST /user/accounts/{id}/beneficiary-imports/preview': own(company, { form: beneficiaries }),
  'DELETE /user/accounts/{id}/beneficiary-imports/{importId}': own(imported, { parts: ['importId'] }),
  'POST /admin/account-imports': { form: companies },
  'POST /admin/account-imports/preview': { form: companies },
  'DELETE /admin/account-imports/{id}': admin(importedCompanies),
};
