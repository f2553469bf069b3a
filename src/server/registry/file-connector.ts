import { CsvError, parse } from 'csv-parse/sync';
import { quantityText } from '#domain/certificate/serial-range.ts';
import { readConfirmation, type ConfirmationLine } from '#domain/delivery/confirmation.ts';
import type { RetirementFacts } from '#server/holding/retire-at-registry.ts';
import type { ExportColumn } from '#server/platform/export/export.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { ConnectorResult, RegistryConnector, TransferOrder } from '#server/registry/registry-connector.ts';

/** An order as a line of the instruction list. Only a retirement has a beneficiary, a period and a purpose. */
export type Instruction = TransferOrder & {
  /** The settlement of a transfer. Empty for a retirement. */
  readonly settlementId: string;
  readonly kind: 'transfer' | 'retire';
  readonly registry: string;
  readonly retirement?: RetirementFacts | undefined;
};

const periodText = ({ periodFrom, periodTo }: RetirementFacts): string =>
  periodFrom === null || periodTo === null ? '' : `${periodFrom}/${periodTo}`;

const column = (heading: string, value: (order: Instruction) => string): ExportColumn<Instruction> => ({
  key: heading,
  heading,
  value,
});

/**
 * The columns of the instruction list. Their names are the same in all languages, because programs read the file, too.
 * The last four are empty: a person may fill them in and import the same file as the confirmation.
 */
export const INSTRUCTION_COLUMNS: readonly ExportColumn<Instruction>[] = [
  column('settlement_id', ({ settlementId }) => settlementId),
  column('correlation_id', ({ id }) => id),
  column('registry', ({ registry }) => registry),
  column('device', ({ device }) => device),
  column('first', ({ first }) => first),
  column('last', ({ last }) => last),
  column('quantity', ({ quantity }) => quantityText(quantity)),
  column('sending_account', ({ sender }) => sender),
  column('receiving_account', ({ receiver }) => receiver),
  column('kind', ({ kind }) => kind),
  column('beneficiary', ({ retirement }) => retirement?.beneficiary ?? ''),
  column('country', ({ retirement }) => retirement?.country ?? ''),
  column('location', ({ retirement }) => retirement?.location ?? ''),
  column('period', ({ retirement }) => (retirement ? periodText(retirement) : '')),
  column('purpose', ({ retirement }) => retirement?.purpose ?? ''),
  column('purpose_text', ({ retirement }) => retirement?.purposeText ?? ''),
  column('transfer_id', () => ''),
  column('status', () => ''),
  column('verification_key', () => ''),
  column('retired_on', () => ''),
];

/**
 * Reads a confirmation file: CSV with a comma, a semicolon or a tab between the cells.
 * @throws Refused registry_file_unreadable, registry_file_columns, registry_file_too_long
 */
export function readConfirmationFile(csv: string): readonly ConfirmationLine[] {
  const read = readConfirmation(rowsOf(csv));
  if (!read.ok) throw new Refused(read.refused.code, read.refused.params);
  return read.value;
}

function rowsOf(csv: string): string[][] {
  try {
    return parse(csv, { bom: true, delimiter: [',', ';', '\t'], relax_column_count: true, skip_empty_lines: true });
  } catch (error) {
    if (error instanceof CsvError) throw new Refused('registry_file_unreadable');
    throw error;
  }
}

const silent = (detail: string): Promise<ConnectorResult> => Promise.resolve({ found: 'unknown', detail });

/**
 * The connector by file. People carry the instruction list to the registry, so asking is silent. The lines of a
 * confirmation file answer, by our correlation id; of several lines the last one counts.
 */
export function createFileConnector(lines: readonly ConfirmationLine[] = []): RegistryConnector {
  const poll = (order: TransferOrder): Promise<ConnectorResult> => {
    const answer = lines.findLast(({ orderId }) => orderId === order.id)?.answer;
    return answer?.ok ? Promise.resolve({ found: 'answer', answer: answer.value, detail: '' }) : silent('');
  };
  return {
    name: 'file',
    transfer: () => silent(''),
    poll,
    retire: () => silent(''),
    pollRetirement: poll,
    // A statement comes as a file of its own, which a person uploads as evidence.
    statement: () => Promise.resolve([]),
  };
}
