import { AUCTION_COMMANDS } from './auction-commands.ts';
import type { Command } from './command.ts';
import { COMPANY_COMMANDS } from './company-commands.ts';
import { MARKETPLACE_COMMANDS } from './marketplace-commands.ts';

/** Commands as data: who makes which call, and which rows it touches. */
const COMMANDS: readonly Command[] = [...COMPANY_COMMANDS, ...AUCTION_COMMANDS, ...MARKETPLACE_COMMANDS];

export type Pair = readonly [Command, Command];

/** Every two commands that touch the same rows, and each beside itself. */
export const PAIRS: readonly Pair[] = COMMANDS.flatMap((one, index) =>
  COMMANDS.slice(index)
    .filter((other) => one === other || one.rows.some((rows) => other.rows.includes(rows)))
    .map((other): Pair => [one, other]),
);
