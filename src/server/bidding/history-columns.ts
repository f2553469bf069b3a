import type { HistoryLineView } from '#contract/bidding/bidding.ts';
import { actionOf, fixedReasonOf } from '#domain/bidding/history.ts';
import { aliasIn } from '#server/room/alias-in.ts';
import type { ExportColumn } from '#server/platform/export/export.ts';
import type { Language } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';

/**
 * The bid history as columns of a file. Clocks in spreadsheets show whole seconds, and milliseconds decide here: the
 * instant stands beside the caller's clock as the record has it.
 */
export function historyColumns(language: Language, timeZone: string): ExportColumn<HistoryLineView>[] {
  const words = wordsIn(language);
  return [
    { heading: words('result.line'), value: ({ seq }) => seq },
    { heading: `${words('room.time')} (${timeZone})`, value: ({ at }) => new Date(at) },
    { heading: `${words('room.time')} (UTC)`, value: ({ at }) => at },
    { heading: words('result.kind'), value: (line) => words(`historyKind.${actionOf(line)}`) },
    {
      heading: words('result.by'),
      value: ({ by, apiKey }) =>
        apiKey === null ? words(`historyBy.${by}`) : words('result.byApiKey', { name: apiKey }),
    },
    { heading: words('item.item'), value: ({ itemName }) => itemName ?? '' },
    {
      heading: words('room.bidder'),
      value: ({ bidderUserName: name }) => (name === null ? '' : aliasIn(language, name)),
    },
    {
      heading: words('room.price'),
      value: ({ bidValue }) => (bidValue === null ? '' : { money: bidValue.toFixed(2) }),
    },
    { heading: words('room.quantity'), value: ({ bidRECQuantity }) => bidRECQuantity ?? '' },
    { heading: words('bidding.allowPartial'), value: (line) => yesOrNo(language, line.bidderPartialFulfillment) },
    { heading: words('result.minimumAcceptable'), value: ({ minimumAcceptable }) => minimumAcceptable ?? '' },
    { heading: words('result.newEnd'), value: ({ until }) => until ?? '' },
    { heading: words('result.reason'), value: (line) => reasonIn(language, line) },
    { heading: words('result.hash'), value: ({ hash }) => hash ?? '' },
  ];
}

const yesOrNo = (language: Language, value: boolean | null): string =>
  value === null ? '' : wordsIn(language)(value ? 'unit.yes' : 'unit.no');

function reasonIn(language: Language, line: HistoryLineView): string {
  const fixedReason = fixedReasonOf(line);
  return fixedReason ? wordsIn(language)(`fixedReason.${fixedReason}`) : (line.reason ?? '');
}
