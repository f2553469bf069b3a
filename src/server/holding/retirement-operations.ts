import {
  confirmStatement,
  exportRetirementsAsAdmin,
  exportRetirementsAsUser,
  getRetirementAsAdmin,
  getRetirementAsUser,
  getStatementAsAdmin,
  getStatementAsUser,
  listRetirementsAsAdmin,
  listRetirementsAsUser,
  retireHolding,
  type ConfirmedStatement,
  type Retirement,
} from '#contract/holding/retirement.ts';
import { judgeBeneficiary } from '#domain/holding/beneficiary.ts';
import { judgeRetiredQuantity } from '#domain/holding/judge-retirement.ts';
import { readStatementNumber } from '#domain/holding/statement-number.ts';
import { requireActing } from '#server/company/own-account.ts';
import { resolveBeneficiary } from '#server/holding/beneficiary-rows.ts';
import { linesOf, retirementColumns } from '#server/holding/holding-columns.ts';
import { requireHolding } from '#server/holding/holding-operations.ts';
import { heldPlace } from '#server/ledger/place-of.ts';
import { retire } from '#server/holding/retire.ts';
import {
  countRetirements,
  pageOfRetirements,
  retirementNumbered,
  retirementOf,
} from '#server/holding/retirement-rows.ts';
import type { FileReply } from '#contract/basics/file.ts';
import { retirementStatementPdf } from '#server/holding/retirement-statement-pdf.ts';
import type { Brand } from '#server/platform/document/document.ts';
import { pdfFile } from '#server/platform/document/make-pdf.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Db } from '#server/platform/database/database.ts';
import { exportFile, rowsSought } from '#server/platform/export/export.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { longPageOf, offsetOf } from '#server/platform/database/page.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';

async function requireRetirement(db: Db, caller: Caller, id: string): Promise<Retirement> {
  const retirement = await retirementOf(db, caller, id);
  if (!retirement) throw new Refused('not_found');
  return retirement;
}

/** All that is wrong is said at once; whether the holding still has as many when it is booked, the ledger says. */
async function retireForCaller(publicUrl: string, call: Call<typeof retireHolding>) {
  const { db, caller, params, body } = call;
  const holding = await requireHolding(call, params.id);
  requireActing(caller, holding.accountId);
  const { quantity, beneficiary: chosen } = body;
  refuseFields({
    quantity: judgeRetiredQuantity(quantity, holding.balance),
    ...(chosen.choice === 'new' && judgeBeneficiary(chosen)),
  });
  const saver = { accountId: holding.accountId, userId: caller.userId };
  const beneficiary = await resolveBeneficiary(db, saver, chosen);
  const lines = [{ holding: await heldPlace(db, holding.id), quantity: quantity ?? 0 }];
  const { id } = await retire(db, { lines, beneficiary }, { ...saver, publicUrl });
  return requireRetirement(db, caller, id);
}

async function listRetirements({ db, caller, query }: Call<typeof listRetirementsAsUser>) {
  const rows = await pageOfRetirements(db, caller, query, { limit: query.limit, offset: offsetOf(query) });
  return longPageOf(rows, await countRetirements(db, caller, query), query);
}

async function exportRetirements({ db, caller, query, language, timeZone }: Call<typeof exportRetirementsAsUser>) {
  const { format, ...filter } = query;
  const rows = await pageOfRetirements(db, caller, filter, { limit: rowsSought(format), offset: 0 });
  const table = { name: 'retirements', columns: retirementColumns(language, timeZone), rows: linesOf(rows) };
  return exportFile(table, { format, timeZone });
}

/** What a statement is for, and no more: a person's address and a building's owner stay with the holder. */
async function confirm({ db, params }: Call<typeof confirmStatement>): Promise<ConfirmedStatement> {
  const number = readStatementNumber(params.number);
  if (number === undefined) throw new Refused('statement_number_incorrect');
  const retirement = await retirementNumbered(db, number);
  if (!retirement) throw new Refused('statement_unknown');
  const { companyName, quantity, retiredAt, beneficiary } = retirement;
  const { accountType, nameOnCertificates, address } = beneficiary;
  return {
    number,
    companyName,
    quantity,
    lines: retirement.lines.map(({ holdingId: _holdingId, ...line }) => line),
    retiredAt,
    accountType,
    nameOnCertificates,
    address: accountType === 'Personal' ? null : address,
  };
}

type Surroundings = { readonly publicUrl: string; readonly issuer: { readonly brand: Brand } };

/** On paper, with the address where it is confirmed. */
async function getStatement(around: Surroundings, call: Call<typeof getStatementAsUser>): Promise<FileReply> {
  const { db, caller, params, language, timeZone } = call;
  const { companyName, retiredAt, lines, ...retirement } = await requireRetirement(db, caller, params.id);
  const statement = {
    ...retirement,
    holder: companyName,
    retiredAt: new Date(retiredAt),
    items: lines.map(({ recCountry: country, recFuelType: fuelType, recVintage: vintage, quantity }) => ({
      country,
      fuelType,
      vintage,
      quantity,
    })),
    confirmedAt: `${around.publicUrl}/retirement/${retirement.number}`,
  };
  const pdf = retirementStatementPdf(statement, { brand: around.issuer.brand, language, timeZone });
  return pdfFile(`retirement-${retirement.number}`, pdf);
}

const read = ({ db, caller, params }: Call<typeof getRetirementAsUser>) => requireRetirement(db, caller, params.id);

/** Members retire what their company holds, and read what it has retired; admins read everyone's. */
export const retirementOperations = (around: Surroundings): Operation[] => [
  operation(retireHolding, (call) => retireForCaller(around.publicUrl, call)),
  operation(getStatementAsUser, (call) => getStatement(around, call)),
  operation(getStatementAsAdmin, (call) => getStatement(around, call)),
  operation(listRetirementsAsUser, listRetirements),
  operation(listRetirementsAsAdmin, listRetirements),
  operation(exportRetirementsAsUser, exportRetirements),
  operation(exportRetirementsAsAdmin, exportRetirements),
  operation(getRetirementAsUser, read),
  operation(getRetirementAsAdmin, read),
  operation(confirmStatement, confirm),
];
