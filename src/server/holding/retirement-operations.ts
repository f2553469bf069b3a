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
} from '#contract/holding/retirement.ts';
import { baseLanguageOf } from '#domain/basics/language.ts';
import { asksForChanges, longChangesPageOf, pageOfChanges } from '#server/platform/database/sync-page.ts';
import { judgeClaim, tidyClaim, UNKNOWN_CLAIM, type Claim } from '#domain/claim/claim.ts';
import { judgeRetiredQuantity } from '#domain/holding/judge-retirement.ts';
import { readStatementNumber } from '#domain/holding/statement-number.ts';
import { requireActing } from '#server/company/own-account.ts';
import { judgeChoice, resolveBeneficiary } from '#server/holding/beneficiaries.ts';
import { linesOf, retirementColumns, type RetiredLine } from '#server/holding/holding-columns.ts';
import { requireHolding } from '#server/holding/holding-rows.ts';
import { findHoldingAccount } from '#server/ledger/ledger-accounts.ts';
import { retire } from '#server/holding/retire.ts';
import {
  countRetirements,
  findByNumber,
  pageOfRetirements,
  requireRetirement,
  retirementSource,
} from '#server/holding/find-retirements.ts';
import type { FileReply } from '#contract/basics/file.ts';
import { retirementStatementPdf } from '#server/holding/retirement-statement-pdf.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Brand } from '#server/platform/document/document.ts';
import { heldBack } from '#server/settlement/held-back.ts';
import { pdfFile } from '#server/platform/document/make-pdf.ts';
import { exportList } from '#server/platform/export/export.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { longPageOf, offsetOf } from '#server/platform/database/page.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';

/** Retires RECs for the caller. Reports all wrong fields together. The booking checks the balance again. */
async function retireForCaller(publicUrl: string, call: Call<typeof retireHolding>) {
  const { db, caller, params, body } = call;
  const holding = await requireHolding(call, params.id);
  requireActing(caller, holding.accountId);
  if ((await heldBack(db, [holding.id])).length > 0) throw new Refused('holding_held_back');
  const { quantity, beneficiary: chosen, claim: given = UNKNOWN_CLAIM } = body;
  refuseFields({
    quantity: judgeRetiredQuantity(quantity, holding.balance),
    ...judgeChoice(chosen),
    ...judgeClaim(given),
  });
  const saver = { accountId: holding.accountId, userId: caller.userId };
  const beneficiary = await resolveBeneficiary(db, saver, chosen);
  if (quantity === null) throw new Error('a missing quantity passed the check');
  const lines = [{ holding: await findHoldingAccount(db, holding.id), quantity }];
  const claim = tidyClaim(given) as Claim;
  const { id } = await retire(db, { lines, beneficiary, claim }, { ...saver, publicUrl });
  return requireRetirement(db, caller, id);
}

async function listRetirements({ db, caller, query }: Call<typeof listRetirementsAsUser>) {
  if (asksForChanges(query)) {
    const { rows: changed, changes } = await pageOfChanges(db, 'retirement', retirementSource(caller, query), query);
    return longChangesPageOf(changed, changes, query);
  }
  const rows = await pageOfRetirements(db, caller, query, { limit: query.limit, offset: offsetOf(query) });
  return longPageOf(rows, await countRetirements(db, caller, query), query);
}

function exportRetirements({ db, caller, query, language, timeZone }: Call<typeof exportRetirementsAsUser>) {
  const { format, ...filter } = query;
  const { ids, order, load } = retirementSource(caller, filter);
  const list = {
    name: 'retirements',
    columns: retirementColumns(language, timeZone),
    ids,
    order,
    load: async (own: Db, some: readonly string[]) => linesOf(await load(own, some)),
    idOf: ({ id }: RetiredLine) => id,
  };
  return exportList(db, list, { format, timeZone });
}

/**
 * Returns the public data of a retirement statement. Leaves out a person's address and location, and the name of a
 * building's owner.
 */
async function confirm({ db, params }: Call<typeof confirmStatement>): Promise<ConfirmedStatement> {
  const number = readStatementNumber(params.number);
  if (number === undefined) throw new Refused('statement_number_incorrect');
  const retirement = await findByNumber(db, number);
  if (!retirement) throw new Refused('statement_unknown');
  const { companyName, quantity, retiredAt, claim, state, ranges } = retirement;
  const { accountType, nameOnCertificates, address, country, location } = retirement.beneficiary;
  const isPersonal = accountType === 'Personal';
  return {
    number,
    companyName,
    quantity,
    lines: retirement.lines.map(({ holdingId: _holdingId, registryId: _registryId, ...line }) => line),
    retiredAt,
    accountType,
    nameOnCertificates,
    address: isPersonal ? null : address,
    country,
    location: isPersonal ? null : location,
    claim,
    state,
    registry: retirement.registry.map(({ registry, reference, verificationKey, address: link, retiredOn }) => ({
      registry,
      reference,
      verificationKey,
      address: link,
      retiredOn,
    })),
    ranges,
  };
}

type StatementDeps = { readonly publicUrl: string; readonly issuer: { readonly brand: Brand } };

/** Returns the statement as a PDF. The PDF contains the address of the page that confirms it. */
async function getStatement(around: StatementDeps, call: Call<typeof getStatementAsUser>): Promise<FileReply> {
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
  const pdf = retirementStatementPdf(statement, {
    brand: around.issuer.brand,
    language: baseLanguageOf(language),
    timeZone,
  });
  return pdfFile(`retirement-${retirement.number}`, pdf);
}

const read = ({ db, caller, params }: Call<typeof getRetirementAsUser>) => requireRetirement(db, caller, params.id);

/** Members retire their company's holdings and read its retirements. Admins read all retirements. */
export const retirementOperations = (around: StatementDeps): Operation[] => [
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
