import type { Route } from '#contract/basics/route.ts';
import type { Asker, CallInput, Stage } from './stage.ts';

/** The rows that a command touches. Two commands that touch the same rows are sent at the same moment. */
type Rows = 'company' | 'member' | 'upcoming' | 'seats' | 'live' | 'sellOrder' | 'draft' | 'seller' | 'holding';

export type Command = {
  readonly name: string;
  readonly rows: readonly Rows[];
  /** True if the command may also leave a `changed` line after the start of the auction. */
  readonly isAlsoLive?: boolean;
  readonly call: (stage: Stage) => { readonly who: Asker; readonly route: Route } & CallInput;
};

type On = (stage: Stage) => Record<string, string>;
type Input = Omit<CallInput, 'params'>;

/** Returns a call by one of the stage's users. The body may use the stage's ids. */
export const by =
  (
    who: 'admin' | 'owner' | 'trader',
    route: Route,
    on: On,
    input: Input | ((stage: Stage) => Input) = {},
  ): Command['call'] =>
  (stage) => ({
    who: stage[who],
    route,
    params: on(stage),
    ...(typeof input === 'function' ? input(stage) : input),
  });

export const because = { body: { remarkContent: 'because' } };
