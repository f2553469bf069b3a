import { AUCTION_COMMANDS } from './auction-commands.ts';
import type { Command } from './command.ts';
import { COMPANY_COMMANDS } from './company-commands.ts';
import { MARKETPLACE_COMMANDS } from './marketplace-commands.ts';

/** Commands as data: the call, its caller, and the rows that it touches. */
const COMMANDS: readonly Command[] = [...COMPANY_COMMANDS, ...AUCTION_COMMANDS, ...MARKETPLACE_COMMANDS];

export type Pair = readonly [Command, Command];

/** All pairs of commands that touch the same rows, and each command with itself. */
export const PAIRS: readonly Pair[] = COMMANDS.flatMap((one, index) =>
  COMMANDS.slice(index)
    .filter((other) => one === other || one.rows.some((rows) => other.rows.includes(rows)))
    .map((other): Pair => [one, other]),
);
