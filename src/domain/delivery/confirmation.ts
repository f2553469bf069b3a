import type { Refusal, Result } from '#domain/basics/result.ts';
import { millionthsOf } from '#domain/certificate/serial-range.ts';
import { isDay } from '#domain/claim/month.ts';
import { REGISTRY_TEXT_MAX } from '#domain/claim/registry-retirement.ts';
import {
  REGISTRY_STATUSES,
  type RegistryAnswer,
  type RegistryStatus,
  type RetirementProof,
} from '#domain/delivery/registry-order.ts';

/** Maximum number of lines of a confirmation file. */
export const CONFIRMATION_LINES_MAX = 1_000;
const TRANSFER_ID_LENGTH_MAX = 100;

/** Columns that a confirmation file must have. It may have others, such as those of the instruction list. */
export const CONFIRMATION_COLUMNS = ['correlation_id', 'transfer_id', 'status', 'quantity'] as const;

/** Columns that it may have for retirements: the key to verify them, and their day, such as `2026-11-27`. */
const PROOF_COLUMNS = ['verification_key', 'retired_on'] as const;

export const LINE_REFUSALS = [
  'registry_order_unknown',
  'registry_status_unknown',
  'registry_quantity_invalid',
  'registry_transfer_id_too_long',
  'registry_proof_invalid',
] as const;
export type LineRefusal = (typeof LINE_REFUSALS)[number];

export const FILE_REFUSALS = ['registry_file_columns', 'registry_file_too_long'] as const;
export type FileRefusal = (typeof FILE_REFUSALS)[number];

/** A line of a confirmation file, counted from 2 because the first line has the names of the columns. */
export type ConfirmationLine = {
  readonly line: number;
  readonly orderId: string;
  readonly answer: Result<RegistryAnswer, Refusal<LineRefusal>>;
};

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Reads the rows of a confirmation file. A line without a status is a line of the instruction list that nobody filled in. */
export function readConfirmation(
  rows: readonly (readonly string[])[],
): Result<readonly ConfirmationLine[], Refusal<FileRefusal>> {
  const names = (rows[0] ?? []).map((name) => name.trim().toLowerCase());
  const missing = CONFIRMATION_COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0)
    return { ok: false, refused: { code: 'registry_file_columns', params: { columns: missing.join(', ') } } };
  if (rows.length - 1 > CONFIRMATION_LINES_MAX)
    return { ok: false, refused: { code: 'registry_file_too_long', params: { maximum: CONFIRMATION_LINES_MAX } } };
  const [id, transferId, status, quantity] = CONFIRMATION_COLUMNS.map((name) => names.indexOf(name));
  const [key, day] = PROOF_COLUMNS.map((name) => names.indexOf(name));
  const lines = rows.slice(1).map((row, at): ConfirmationLine => {
    const cell = (column: number | undefined): string => (row[column ?? -1] ?? '').trim();
    return {
      line: at + 2,
      orderId: cell(id).toLowerCase(),
      answer: readAnswer(cell(id).toLowerCase(), cell(transferId), {
        status: cell(status).toLowerCase(),
        quantity: cell(quantity),
        proof: { verificationKey: cell(key), retiredOn: cell(day) },
      }),
    };
  });
  return { ok: true, value: lines.filter(({ line }) => (rows[line - 1]?.[status ?? -1] ?? '').trim() !== '') };
}

function readAnswer(
  orderId: string,
  transferId: string,
  { status, quantity, proof }: { readonly status: string; readonly quantity: string; readonly proof: RetirementProof },
): Result<RegistryAnswer, Refusal<LineRefusal>> {
  const refuse = (code: LineRefusal) => ({ ok: false, refused: { code } }) as const;
  if (!ID.test(orderId)) return refuse('registry_order_unknown');
  if (!isStatus(status)) return refuse('registry_status_unknown');
  if (transferId.length > TRANSFER_ID_LENGTH_MAX) return refuse('registry_transfer_id_too_long');
  if (!isProof(proof)) return refuse('registry_proof_invalid');
  const read = millionthsOf(quantity);
  if (quantity !== '' && read === undefined) return refuse('registry_quantity_invalid');
  return { ok: true, value: { status, transferId, quantity: read, proof } };
}

const isStatus = (text: string): text is RegistryStatus => REGISTRY_STATUSES.some((status) => status === text);

/** Returns whether this can be what a registry states about a retirement. The day may be in the future. */
export const isProof = ({ verificationKey, retiredOn }: RetirementProof): boolean =>
  verificationKey.length <= REGISTRY_TEXT_MAX && (retiredOn === '' || isDay(retiredOn));
