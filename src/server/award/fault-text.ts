import type { Fault } from '#domain/record/record.ts';
import { wordsIn } from '#server/platform/http/words.ts';

/** What is wrong with a record, in English: for whoever verifies one on the command line. */
export function faultText({ what, said = '', refusal }: Fault): string {
  const say = wordsIn('en') as unknown as (key: string, params?: object) => string;
  const why = refusal ? `: ${say(`error.${refusal.code}`, refusal.params)}` : '';
  return say(`fault.${what}`, { said }) + why;
}
