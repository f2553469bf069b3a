import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import {
  decideDevice,
  listDevicesAsAdmin,
  listDevicesAsUser,
  registerDevice,
  updateDevice,
  type Device,
} from '#contract/certificate/device.ts';
import type { BodyOf } from '#contract/basics/route.ts';
import { judgeDevice, type Device as AcceptedDevice } from '#domain/certificate/judge-device.ts';
import { filledTexts, requireCheckable, todayAt } from '#server/certificate/checking.ts';
import { findDevices } from '#server/certificate/certificate-rows.ts';
import { requireActing } from '#server/company/own-account.ts';
import {
  announceDecision,
  announceRegistered,
  type CertificateParts,
} from '#server/certificate/certificate-notices.ts';
import { attachEvidence, type EvidenceParts } from '#server/evidence/evidence.ts';
import type { Db } from '#server/platform/database/database.ts';
import { countRows, offsetOf, pageOf } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';
import { refusedByConstraint } from '#server/platform/http/refused-by-constraint.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { settingIn } from '#server/platform-setting/stored-settings.ts';
import { Refused, requireAccepted } from '#server/platform/http/refused.ts';

/** SQL: limits rows to the caller's own companies. Administrators are not limited. */
export const ofCallersCompanies = ({ role, accounts }: Caller, accountId: RawBuilder<unknown>): RawBuilder<unknown> =>
  role === 'Admin' ? sql`true` : sql`${accountId} = any(${accounts.map(({ id }) => id)}::uuid[])`;

async function listDevices(parts: EvidenceParts, { db, caller, query, nowMs }: Call<typeof listDevicesAsUser>) {
  const sought = containing(query.search);
  const matching = sql`where ${ofCallersCompanies(caller, sql`d.account_id`)}
    and (${query.status ?? null}::text is null or d.status = ${query.status ?? null})
    and (d.name ilike ${sought} escape '\\' or d.registry_id ilike ${sought} escape '\\')`;
  const page = sql`${matching} order by d.status = 'Submitted' desc, d.created_at desc, d.id
    limit ${query.limit} offset ${offsetOf(query)}`;
  const items = await findDevices(db, parts, { nowMs, which: page });
  return pageOf(items, await countRows(db, sql`from device d ${matching}`), query);
}

/** Operations on generating devices. Companies register devices, and administrators verify them. */
export function deviceOperations(parts: CertificateParts): Operation[] {
  const read = async (db: Db, nowMs: number, id: string): Promise<Device> => {
    const [device] = await findDevices(db, parts, { nowMs, which: sql`where d.id = ${id}` });
    if (!device) throw new Refused('not_found');
    return device;
  };

  return [
    operation(listDevicesAsUser, (call) => listDevices(parts, call)),
    operation(listDevicesAsAdmin, (call) => listDevices(parts, call)),

    operation(registerDevice, async ({ db, caller, params, body, nowMs }) => {
      const { id: accountId } = requireActing(caller, params.id);
      const columns = await requireDevice(db, body, { nowMs });
      await attachEvidence(db, body.evidenceIds, { userId: caller.userId });
      const row = { id: randomUUID(), account_id: accountId, created_by: caller.userId, ...columns };
      await refuseExisting(db.insertInto('device').values(row).execute());
      await announceRegistered(db, accountId, parts.publicUrl);
      return read(db, nowMs, row.id);
    }),

    operation(updateDevice, async ({ db, caller, params, body, nowMs }) => {
      const present = await lockDevice(db, params.id);
      if (!caller.accounts.some(({ id }) => id === present.account_id)) throw new Refused('not_found');
      requireActing(caller, present.account_id);
      if (present.status === 'Verified') throw new Refused('already_verified');
      const columns = await requireDevice(db, body, { nowMs, present: present.country });
      await attachEvidence(db, body.evidenceIds, { userId: caller.userId, present: present.evidence_ids });
      const submitted = { status: 'Submitted', decided_by: null, decided_at: null, remark: '' } as const;
      const update = db
        .updateTable('device')
        .set({ ...columns, ...submitted })
        .where('id', '=', params.id);
      await refuseExisting(update.execute());
      await announceRegistered(db, present.account_id, parts.publicUrl);
      return read(db, nowMs, params.id);
    }),

    operation(decideDevice, async ({ db, caller, params, body, nowMs }) => {
      const device = await lockDevice(db, params.id);
      const decided = requireCheckable(device, body);
      await db
        .updateTable('device')
        .set({ ...decided, decided_by: caller.userId })
        .where('id', '=', params.id)
        .execute();
      const about = { id: device.id, accountId: device.account_id, name: device.name };
      await announceDecision(db, about, decided, parts.publicUrl);
      return read(db, nowMs, params.id);
    }),
  ];
}

/**
 * Returns the columns of a device that a form holds.
 * @throws Refused with every field that breaks a rule
 */
async function requireDevice(
  db: Db,
  { evidenceIds, ...body }: BodyOf<typeof registerDevice>,
  { nowMs, present = '' }: { readonly nowMs: number; readonly present?: string },
) {
  const context = { today: todayAt(nowMs), regions: await settingIn(db, 'regions'), present };
  return {
    ...columnsOfDevice(requireAccepted(judgeDevice(filledTexts(body), context))),
    evidence_ids: evidenceIds,
  };
}

/** Returns the columns of a device that passed all rules. */
export function columnsOfDevice(device: AcceptedDevice) {
  return {
    registry: device.registry,
    registry_id: device.registryId,
    name: device.name,
    country: device.country,
    province: device.province,
    fuel_type: device.fuelType,
    fuel_code: device.fuelCode,
    technology_code: device.technologyCode,
    capacity_kilowatts: device.capacityKilowatts,
    commissioned_on: device.commissionedOn,
    repowered_on: device.repoweredOn,
    supported: device.supported,
    labels: [...device.labels],
    address: device.address,
  };
}

/** Turns the violation of the constraint that a company has a device once into a refusal. */
export const refuseExisting = <T>(writing: Promise<T>): Promise<T> =>
  refusedByConstraint(writing, 'device_account_id_registry_registry_id_key', 'device_exists', 'registryId');

/**
 * Locks a device. Returns its row.
 * @throws Refused not_found
 */
export async function lockDevice(db: Db, id: string) {
  const row = await db.selectFrom('device').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refused('not_found');
  return row;
}
