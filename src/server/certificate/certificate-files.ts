import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  previewCertificateFile,
  registerCertificateFile,
  type FilePreview,
  type LineReport,
} from '#contract/certificate/certificate-file.ts';
import type { ErrorCode } from '#contract/errors/errors.ts';
import type { Language } from '#domain/basics/language.ts';
import type { Refusal } from '#domain/basics/result.ts';
import type { DeviceLine, LotLine } from '#domain/certificate/certificate-file.ts';
import {
  deviceKey,
  judgeDeviceLines,
  judgeLotLines,
  type JudgedDevice,
  type JudgedLot,
  type KnownDevice,
} from '#domain/certificate/judge-file.ts';
import { quantityText, sizeOf } from '#domain/certificate/serial-range.ts';
import { announceRegistered, type CertificateParts } from '#server/certificate/certificate-notices.ts';
import { filledTexts, todayAt } from '#server/certificate/checking.ts';
import { columnsOfDevice, refuseExisting } from '#server/certificate/device-operations.ts';
import { columnsOfLot, refuseRegistered } from '#server/certificate/lot-operations.ts';
import { requireActing } from '#server/company/own-account.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { settingIn } from '#server/platform-setting/stored-settings.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { errorMessage } from '#server/platform/http/words.ts';

type FileCall = Pick<Call<typeof registerCertificateFile>, 'db' | 'caller' | 'params' | 'body' | 'nowMs'>;
type Registering = { readonly db: Db; readonly accountId: string; readonly userId: string; readonly today: string };
type Refusals = Readonly<Partial<Record<LineReport['errors'][number]['field'], Refusal<ErrorCode>>>>;
type Registered = Pick<LineReport, 'line' | 'name' | 'quantity'> & { readonly refused: Refusals };
type FileResult = { readonly devices: readonly Registered[]; readonly lots: readonly Registered[] };

/** Operations that register the devices and lots of a file. */
export const fileOperations = ({ publicUrl }: Pick<CertificateParts, 'publicUrl'>): Operation[] => [
  operation(previewCertificateFile, async (call) => {
    // Does what the registration does, and undoes all of it. So the preview cannot differ from it.
    await sql`savepoint preview`.execute(call.db);
    const result = await register(call);
    await sql`rollback to savepoint preview`.execute(call.db);
    return reportOf(result, call.language);
  }),

  operation(registerCertificateFile, async (call) => {
    const { devices, lots } = await register(call);
    refuseFields(Object.fromEntries([...refusalsAt('devices', devices), ...refusalsAt('lots', lots)]));
    if (devices.length + lots.length === 0) throw new Refused('registry_file_empty');
    await announceRegistered(call.db, call.params.id, publicUrl);
    return { devices: devices.length, lots: lots.length };
  }),
];

/** Registers all lines that break no rule. Returns every line with its refusals. */
async function register({ db, caller, params, body, nowMs }: FileCall): Promise<FileResult> {
  const { id: accountId } = requireActing(caller, params.id);
  const registering: Registering = { db, accountId, userId: caller.userId, today: todayAt(nowMs) };
  const lines = {
    devices: body.devices.map(({ line: _, ...texts }) => filledTexts(texts)),
    lots: body.lots.map(({ line: _, ...texts }) => filledTexts(texts)),
  };
  // Two files with the same serial numbers in another order would wait for each other.
  await sql`select pg_advisory_xact_lock(hashtextextended('certificate files', 102))`.execute(db);
  await lockDevices(registering);
  const devices = await registerDevices(registering, lines.devices);
  const lots = await registerLots(registering, lines.lots);
  return { devices: numbered(devices, body.devices), lots: numbered(lots, body.lots) };
}

/** Numbers the lines as the caller's file does, also in refusals that name another line. */
function numbered(
  registered: readonly Omit<Registered, 'line'>[],
  given: readonly { readonly line?: number | undefined }[],
): Registered[] {
  const numberOf = (at: number): number => given[at]?.line ?? at + 1;
  return registered.map(({ refused, ...one }, at) => ({
    ...one,
    line: numberOf(at),
    refused: Object.fromEntries(
      Object.entries(refused).map(([field, { code, params }]) => [
        field,
        {
          code,
          ...(params && {
            params: { ...params, ...('line' in params && { line: numberOf(Number(params['line']) - 1) }) },
          }),
        },
      ]),
    ),
  }));
}

/** Locks the company's devices and returns them by `deviceKey`, so that no device changes while its lots are judged. */
async function lockDevices({ db, accountId }: Registering): Promise<ReadonlyMap<string, KnownDevice>> {
  const rows = await db
    .selectFrom('device')
    .select(['id', 'status', 'registry', 'registry_id'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map(({ registry_id: registryId, ...row }) => [deviceKey({ ...row, registryId }), row]));
}

async function registerDevices(
  registering: Registering,
  lines: readonly DeviceLine[],
): Promise<Omit<Registered, 'line'>[]> {
  const { db, accountId, userId, today } = registering;
  const judged = judgeDeviceLines(lines, { today, regions: await settingIn(db, 'regions') });
  const registered: Omit<Registered, 'line'>[] = [];
  for (const [at, one] of judged.entries())
    registered.push({
      name: lines[at]?.name ?? '',
      quantity: null,
      refused: await refusedBy(db, one, (device) => {
        const row = { id: randomUUID(), account_id: accountId, created_by: userId, evidence_ids: [] };
        return refuseExisting(
          db
            .insertInto('device')
            .values({ ...row, ...columnsOfDevice(device) })
            .execute(),
        );
      }),
    });
  return registered;
}

async function registerLots(registering: Registering, lines: readonly LotLine[]): Promise<Omit<Registered, 'line'>[]> {
  const { db, accountId, userId, today } = registering;
  const judged = judgeLotLines(lines, await lockDevices(registering), today);
  const registered: Omit<Registered, 'line'>[] = [];
  for (const [at, one] of judged.entries())
    registered.push({
      name: [lines[at]?.first, lines[at]?.last].filter(Boolean).join(' – '),
      quantity: one.ok ? quantityText(sizeOf(one.value.lot.serials)) : null,
      refused: await refusedBy(db, one, ({ deviceId, registry, lot }) => {
        const row = {
          id: randomUUID(),
          device_id: deviceId,
          account_id: accountId,
          created_by: userId,
          evidence_ids: [],
        };
        return refuseRegistered(
          db
            .insertInto('certificate_lot')
            .values({ ...row, ...columnsOfLot(lot, registry) })
            .execute(),
        );
      }),
    });
  return registered;
}

type Judged<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly refused: Refusals };

/**
 * Stores a line that was accepted, in a savepoint of its own: a line that the database refuses leaves no trace. Returns
 * the refusals of the line.
 */
async function refusedBy<Value>(
  db: Db,
  judged: Judged<Value> & (JudgedDevice | JudgedLot),
  store: (value: Value) => Promise<unknown>,
): Promise<Refusals> {
  if (!judged.ok) return judged.refused;
  await sql`savepoint line`.execute(db);
  try {
    await store(judged.value);
    await sql`release savepoint line`.execute(db);
    return {};
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await sql`rollback to savepoint line`.execute(db);
    return error.fields ?? {};
  }
}

/** Returns the refusals with their places in the request, such as `lots.3.first`. */
const refusalsAt = (kind: keyof FileResult, lines: readonly Registered[]): [string, Refusal<ErrorCode>][] =>
  lines.flatMap(({ refused }, at) =>
    Object.entries(refused).map(([field, refusal]): [string, Refusal<ErrorCode>] => [
      `${kind}.${at}.${field}`,
      refusal,
    ]),
  );

const reportOf = ({ devices, lots }: FileResult, language: Language): FilePreview => ({
  devices: linesOf(devices, language),
  lots: linesOf(lots, language),
});

const linesOf = (lines: readonly Registered[], language: Language): LineReport[] =>
  lines.map(({ refused, ...line }) => ({
    ...line,
    errors: Object.entries(refused).map(([field, { code, params }]) => ({
      field: field as LineReport['errors'][number]['field'],
      code,
      message: errorMessage(language, code, params),
    })),
  }));
