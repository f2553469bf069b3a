import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type {
  ConfirmationReport,
  importConfirmation as importRoute,
  previewConfirmation as previewRoute,
} from '#contract/settlement/registry-order.ts';
import type { ErrorCode, ErrorParams } from '#contract/errors/errors.ts';
import type { Language } from '#domain/basics/language.ts';
import type { ConfirmationLine } from '#domain/delivery/confirmation.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Call } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { errorMessage } from '#server/platform/http/words.ts';
import { applyAnswer, findOrder } from '#server/registry/apply-answer.ts';
import { readConfirmationFile } from '#server/registry/file-connector.ts';
import { lockAnswers, type Applier, type OrderRow } from '#server/registry/registry-order-rows.ts';
import { lockSettlement } from '#server/settlement/locked-settlement.ts';

type ReportLine = ConfirmationReport['lines'][number];
type Importing = { readonly db: Db; readonly by: Applier; readonly language: Language };

/**
 * Does what an import would do, and undoes all of it. So the preview cannot differ from the import, which runs the same
 * code.
 */
export async function previewConfirmation(
  publicUrl: string,
  { db, caller, body, language }: Call<typeof previewRoute>,
): Promise<ConfirmationReport> {
  const lines = readConfirmationFile(body.csv);
  await sql`savepoint preview`.execute(db);
  const report = await applyLines({ db, language, by: { actor: 'admin', publicUrl, userId: caller.userId } }, lines);
  await sql`rollback to savepoint preview`.execute(db);
  return report;
}

/**
 * Imports a confirmation file.
 * @throws Refused registry_confirmation_changed if the import would not do what the caller saw in the preview
 */
export async function importConfirmation(
  publicUrl: string,
  { db, caller, body, language }: Call<typeof importRoute>,
): Promise<ConfirmationReport> {
  const lines = readConfirmationFile(body.csv);
  const report = await applyLines({ db, language, by: { actor: 'admin', publicUrl, userId: caller.userId } }, lines);
  if (report.fingerprint !== body.fingerprint) throw new Refused('registry_confirmation_changed');
  return report;
}

async function applyLines(context: Importing, lines: readonly ConfirmationLine[]): Promise<ConfirmationReport> {
  await lockAnswers(context.db);
  await lockSettlements(context.db, lines);
  const applied: ReportLine[] = [];
  for (const line of lines) applied.push(await applyLine(context, line));
  const facts = applied.map(({ message: _, ...fact }) => fact);
  return { fingerprint: createHash('sha256').update(JSON.stringify(facts)).digest('hex'), lines: applied };
}

/** Locks the settlements of all lines in the order of their ids. */
async function lockSettlements(db: Db, lines: readonly ConfirmationLine[]): Promise<void> {
  const known = lines.flatMap(({ orderId, answer }) => (answer.ok ? [orderId] : []));
  if (known.length === 0) return;
  const rows = await db.selectFrom('registry_order').select('settlement_id').where('id', 'in', known).execute();
  for (const id of [...new Set(rows.flatMap(({ settlement_id: found }) => found ?? []))].toSorted())
    await lockSettlement(db, id);
}

/** Applies a line in a savepoint of its own: a line that is refused leaves no trace, and the next one is applied. */
async function applyLine(context: Importing, line: ConfirmationLine): Promise<ReportLine> {
  const { db, language } = context;
  await sql`savepoint line`.execute(db);
  let order: OrderRow | undefined;
  try {
    if (!line.answer.ok) throw new Refused(line.answer.refused.code);
    order = await findOrder(db, line.orderId);
    if (!order) throw new Refused('registry_order_unknown');
    const state = await applyAnswer(db, order, line.answer.value, context.by);
    const { delivery } =
      order.settlement_id === null ? { delivery: null } : await lockSettlement(db, order.settlement_id);
    await sql`release savepoint line`.execute(db);
    return reportOf(line, order, { effect: effectOf(state), delivery });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await sql`rollback to savepoint line`.execute(db);
    return reportOf(line, order, { effect: 'refused', code: error.code, message: textOf(language, error) });
  }
}

const textOf = (language: Language, { code, params }: { code: ErrorCode; params: ErrorParams | undefined }): string =>
  errorMessage(language, code, params);

function effectOf(state: OrderRow['state'] | undefined): ReportLine['effect'] {
  if (state === undefined) return 'unchanged';
  if (state === 'unclear') return 'held';
  return state === 'pending' || state === 'accepted' || state === 'rejected' ? state : 'failed';
}

const reportOf = (
  { line, orderId }: ConfirmationLine,
  order: OrderRow | undefined,
  result: Pick<ReportLine, 'effect'> & Partial<ReportLine>,
): ReportLine => ({
  line,
  orderId,
  settlementId: order?.settlement_id ?? null,
  delivery: null,
  code: null,
  message: null,
  ...result,
});
