import { expect } from 'vitest';
import type { Route } from '#contract/route.ts';
import type { CallInput, World } from '#testing/world.ts';

/** What the features' tables of permissions are made of: each asks everything, as everybody. */

export const OK = 'Success';
/** What is hidden answers like what isn't there, byte for byte (rules 7). */
export const HIDDEN = 'not_found';
export const FORBIDDEN = 'forbidden';
export const UNKNOWN = 'not_signed_in';

/** What each gets, in the order of who calls. */
export type Codes = readonly string[];
export type Asked = Pick<CallInput<Route>, 'params' | 'query' | 'form'> & { readonly body?: object };
type Answer = { readonly code: string; readonly text: string };

/** Codes by who got them: a failing test says whose is wrong. */
export const byName = <Who extends string>(all: readonly Who[], codes: Codes, who: readonly Who[] = all) =>
  Object.fromEntries(who.map((one) => [one, codes[all.indexOf(one)] ?? '']));

export const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
export const named = <Row extends { readonly route: Route }>(rows: readonly Row[]) =>
  rows.map((row) => [nameOf(row.route), row] as const);

/** Every operation whose path is such a one stands in the table, and nothing else. */
export async function expectAllServed({ app }: World, paths: RegExp, routes: readonly Route[]): Promise<void> {
  const document = (await app.inject('/openapi.json')).json<{ paths: Record<string, Record<string, unknown>> }>();
  const served = Object.entries(document.paths)
    .filter(([path]) => paths.test(path))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
  expect(new Set(routes.map(nameOf))).toEqual(new Set(served));
}

/** An operation on something, asked where it is open, where it is kept to some, and where there is none. */
export type SceneRow<Scene, Person, Place extends string> = {
  readonly route: Route;
  readonly setUp: (isKept: boolean) => Promise<Scene>;
  readonly input: (scene: Scene, person: Person) => Asked;
  readonly codes: Readonly<Record<Place | 'gone', Codes>>;
};

export type SceneMatrix<Who extends string, Scene, Person, Place extends string> = {
  readonly who: readonly Who[];
  /** What is for admins refuses users by their role before it looks at anything (access.test.ts): one stands for all. */
  readonly forAdmins: readonly Who[];
  readonly personOf: (who: Who) => Person;
  readonly ask: (who: Who, route: Route, asked: Asked) => Promise<Answer>;
  /** Ids that are made up. */
  readonly gone: () => Scene;
  /** Whether what is there is kept to some. */
  readonly places: Readonly<Record<Place, boolean>>;
};

/** Everybody gets what the row says, wherever it is asked. */
export async function expectAnswers<Who extends string, Scene, Person, Place extends string>(
  matrix: SceneMatrix<Who, Scene, Person, Place>,
  row: SceneRow<Scene, Person, Place>,
): Promise<void> {
  const { route, input, codes } = row;
  const callers = route.access === 'admin' ? matrix.forAdmins : matrix.who;
  const missing: Partial<Record<Who, Answer>> = {};
  for (const who of callers) missing[who] = await matrix.ask(who, route, input(matrix.gone(), matrix.personOf(who)));

  const answersIn = async (isKept: boolean): Promise<string[]> => {
    const answers: string[] = [];
    // A scene serves until somebody changed it.
    let scene: Scene | undefined;
    for (const who of callers) {
      scene ??= await row.setUp(isKept);
      const { code, text } = await matrix.ask(who, route, input(scene, matrix.personOf(who)));
      if (code === HIDDEN) expect(text).toBe(missing[who]?.text);
      if (code === OK && route.method !== 'GET') scene = undefined;
      answers.push(code);
    }
    return answers;
  };

  const got: Record<string, Codes> = { gone: callers.map((who) => missing[who]?.code ?? '') };
  for (const [place, isKept] of Object.entries<boolean>(matrix.places)) got[place] = await answersIn(isKept);
  const shown = Object.entries(got).map(([place, answers]) => [place, byName(callers, answers)]);
  const expected = Object.entries<Codes>(codes).map(([place, all]) => [place, byName(matrix.who, all, callers)]);
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
}
