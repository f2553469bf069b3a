import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  decideLot,
  listLotsAsAdmin,
  listLotsAsUser,
  registerLot,
  withdrawLot,
  type Lot,
} from '#contract/certificate/lot.ts';
import { judgeLot, type Lot as AcceptedLot } from '#domain/certificate/judge-lot.ts';
import type { RegistryName } from '#domain/certificate/registry.ts';
import { decimalOfMillionths } from '#domain/certificate/serial-range.ts';
import { filledTexts, requireCheckable, todayAt } from '#server/certificate/checking.ts';
import { findLots } from '#server/certificate/certificate-rows.ts';
import { lockDevice, ofCallersCompanies } from '#server/certificate/device-operations.ts';
import { requireActing } from '#server/company/own-account.ts';
import {
  announceDecision,
  announceRegistered,
  settleIfChecked,
  type CertificateParts,
} from '#server/certificate/certificate-notices.ts';
import { attachEvidence } from '#server/evidence/evidence.ts';
import { openLot } from '#server/ledger/ranges.ts';
import type { Db } from '#server/platform/database/database.ts';
import { countRows, offsetOf, pageOf } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { refusedByConstraint } from '#server/platform/http/refused-by-constraint.ts';
import { Refused, requireAccepted } from '#server/platform/http/refused.ts';

/** Operations on issuances of certificates. Companies register lots of their devices, and administrators verify them. */
export function lotOperations(parts: CertificateParts): Operation[] {
  const list = async ({ db, caller, query, nowMs }: Call<typeof listLotsAsUser>) => {
    const sought = containing(query.search);
    const matching = sql`where ${ofCallersCompanies(caller, sql`l.account_id`)}
      and (${query.status ?? null}::text is null or l.status = ${query.status ?? null})
      and (d.name ilike ${sought} escape '\\' or d.registry_id ilike ${sought} escape '\\'
        or l.serial_base ilike ${sought} escape '\\')`;
    const page = sql`${matching} order by l.status = 'Submitted' desc, l.created_at desc, l.id
      limit ${query.limit} offset ${offsetOf(query)}`;
    const items = await findLots(db, parts, { nowMs, which: page });
    const from = sql`from certificate_lot l join device d on d.id = l.device_id ${matching}`;
    return pageOf(items, await countRows(db, from), query);
  };
  const read = async (db: Db, nowMs: number, id: string): Promise<Lot> => {
    const [lot] = await findLots(db, parts, { nowMs, which: sql`where l.id = ${id}` });
    if (!lot) throw new Refused('not_found');
    return lot;
  };

  return [
    operation(listLotsAsUser, list),
    operation(listLotsAsAdmin, list),

    operation(registerLot, async (call) => {
      const { id, accountId } = await insertLot(call);
      await announceRegistered(call.db, accountId, parts.publicUrl);
      return read(call.db, call.nowMs, id);
    }),

    operation(withdrawLot, async ({ db, caller, params }) => {
      const lot = await lockLot(db, params.id);
      if (!caller.accounts.some(({ id }) => id === lot.account_id)) throw new Refused('not_found');
      requireActing(caller, lot.account_id);
      if (lot.status === 'Verified') throw new Refused('already_verified');
      await db.deleteFrom('certificate_lot').where('id', '=', lot.id).execute();
      await settleIfChecked(db, lot.account_id);
      return {};
    }),

    operation(decideLot, async ({ db, caller, params, body, nowMs }) => {
      const lot = await lockLot(db, params.id);
      const decided = requireCheckable(lot, body);
      const { status } = await lockDevice(db, lot.device_id);
      if (decided.status === 'Verified' && status !== 'Verified') throw new Refused('device_not_verified');
      await db
        .updateTable('certificate_lot')
        .set({ ...decided, decided_by: caller.userId })
        .where('id', '=', lot.id)
        .execute();
      if (decided.status === 'Verified') await openLot(db, lot.id, caller.userId);
      const presented = await read(db, nowMs, lot.id);
      const about = { id: lot.id, accountId: lot.account_id, name: `${presented.first} – ${presented.last}` };
      await announceDecision(db, about, decided, parts.publicUrl);
      return presented;
    }),
  ];
}

/** Stores a lot of a device of the caller's company. Returns its id and its company. */
async function insertLot({ db, caller, params, body, nowMs }: Call<typeof registerLot>) {
  const device = await lockDevice(db, params.id);
  if (!caller.accounts.some(({ id }) => id === device.account_id)) throw new Refused('not_found');
  requireActing(caller, device.account_id);
  if (device.status === 'Rejected') throw new Refused('device_rejected');
  const { evidenceIds, ...fields } = body;
  const judged = judgeLot(filledTexts(fields), device.registry, todayAt(nowMs));
  const columns = columnsOfLot(requireAccepted(judged), device.registry);
  await attachEvidence(db, evidenceIds, { userId: caller.userId });
  const owner = { device_id: device.id, account_id: device.account_id, created_by: caller.userId };
  const row = { id: randomUUID(), ...owner, ...columns, evidence_ids: evidenceIds };
  await refuseRegistered(db.insertInto('certificate_lot').values(row).execute());
  return { id: row.id, accountId: device.account_id };
}

/** Turns the violation of the constraint that a serial number is registered once into a refusal. */
export const refuseRegistered = <T>(writing: Promise<T>): Promise<T> =>
  refusedByConstraint(writing, 'certificate_lot_once', 'serials_registered', 'first');

/** Returns the columns of a lot that passed all rules. */
export function columnsOfLot({ serials, style, ...lot }: AcceptedLot, registry: RegistryName) {
  return {
    registry,
    serial_style: style,
    serial_base: serials.base,
    first: decimalOfMillionths(serials.first),
    last: decimalOfMillionths(serials.last),
    step: decimalOfMillionths(serials.step),
    period_from: lot.periodFrom,
    period_to: lot.periodTo,
    issued_on: lot.issuedOn,
    expires_on: lot.expiresOn,
    issuer: lot.issuer,
    offset_attributes: lot.offsetAttributes,
    labels: [...lot.labels],
  };
}

async function lockLot(db: Db, id: string) {
  const row = await db.selectFrom('certificate_lot').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refused('not_found');
  return row;
}
