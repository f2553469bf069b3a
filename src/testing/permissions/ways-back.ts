import { expect } from 'vitest';
import { API_BASE } from '#server/platform/config/config.ts';
import { callByRow, rowOf } from '#testing/permissions/matrix.ts';
import type { SetUp } from '#testing/permissions/row.ts';
import { missing, type Place, type Scene, type Stage, type Who } from '#testing/permissions/stage.ts';

/** An act and its way back (docs/undo.md), while they are tried. */
export type Run = {
  readonly stage: Stage;
  readonly name: string;
  readonly who: Who;
  readonly scene: Scene;
  /** The result of `see` before the act. */
  readonly before: unknown;
  /** The reply to the act. */
  readonly reply: unknown;
  /** Reads a path, whose parameters are the ids of the scene. */
  read(path: string, who?: Who): Promise<unknown>;
  /** Makes another call. Fails if it is refused. */
  call(name: string, change?: CallChange): Promise<unknown>;
};
type CallChange = { readonly who?: Who; readonly ids?: Partial<Scene>; readonly body?: object };

/** How an act is made, what it changes, and the way back. */
export type Way = {
  readonly who?: Who;
  readonly place?: Place;
  /** Replaces the set-up of the row of the permission table. */
  readonly setUp?: SetUp;
  /** Further preparations. Returns ids for the scene. */
  readonly prepare?: (run: Run) => Promise<Partial<Scene> | void>;
  /** Returns what the act changes and the way back restores. Without it, the way back must only be accepted. */
  readonly see?: (run: Run) => Promise<unknown>;
  /** Replaces the body of the row. */
  readonly body?: (run: Run) => object;
  readonly back: (run: Run) => Promise<unknown>;
};

/** Returns a part of a reply: `items.0.id`. */
export const part = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Readonly<Record<string, unknown>> | null)?.[name], value);
export const idAt = (value: unknown, path = 'id'): string => String(part(value, path));
export const listAt = (value: unknown, path = 'items'): readonly unknown[] => part(value, path) as readonly unknown[];

/** Parts of replies that differ after a way back: an object that was added again has another id and another version. */
const FLEETING = /^(id|version|url|now|updatedTime|createdTime|updater|\w+(Id|Ids|At|Url))$/;

const lasting = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(lasting);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).filter(([name]) => !FLEETING.test(name));
  return Object.fromEntries(parts.map(([name, inner]) => [name, lasting(inner)]));
};

type AgainOptions = {
  /** Returns the object in the reply. */
  readonly find?: (reply: unknown, run: Run) => unknown;
  /** Changes these fields of the object, instead of sending the body of the row. */
  readonly patch?: object;
  /** Returns the body from the object, if the operation does not accept the reply. */
  readonly toBody?: (object: object, run: Run) => object;
};

/** A way back by the same operation: it gets the values that the path returned before. */
export function again(
  path: string,
  { find = (reply) => reply, patch, toBody = (object) => object }: AgainOptions = {},
): Way {
  const see = async (run: Run) => find(await run.read(path), run);
  return {
    see,
    ...(patch && { body: (run: Run) => toBody({ ...(run.before as object), ...patch }, run) }),
    back: async (run) => {
      const version = part(await see(run), 'version');
      const body = { ...(run.before as object), ...(version !== undefined && { version }) };
      return run.call(run.name, { body: toBody(body, run) });
    },
  };
}

/** A way back by another operation. `idsOf` returns the ids that it needs, from the reply to the act. */
export const by = (name: string, path: string, idsOf: (run: Run) => Partial<Scene> = () => ({})): Way => ({
  see: (run) => run.read(path),
  back: (run) => run.call(name, { ids: idsOf(run) }),
});

/** Returns who makes an act, if its way does not tell. */
function callerOf(name: string): Who {
  if (name.includes(' /seller/')) return 'seller';
  if (/ \/(user\/(auctions|sell-orders)|auctions)\//.test(name)) return 'trader';
  return name.includes(' /user/') ? 'owner' : 'admin';
}

/** Makes an act, sees that it changed something, goes the way back, and sees that everything is as before. */
export async function tryWay(stage: Stage, name: string, way: Way): Promise<void> {
  const row = rowOf(name);
  const who = way.who ?? callerOf(name);
  const setUp = way.setUp ?? row.setUp ?? (async () => missing());
  const scene = await setUp(stage, way.place ?? row.places?.[0] ?? 'own', who);
  const call = async (wanted: string, { who: caller = who, ids = {}, body }: CallChange = {}): Promise<unknown> => {
    const { code, data } = await callByRow(stage, wanted, {
      who: caller,
      scene: { ...scene, ...ids },
      ...(body && { body }),
    });
    expect([name, wanted, code]).toEqual([name, wanted, 'Success']);
    return data;
  };
  const read = async (path: string, reader = who): Promise<unknown> => {
    const url = API_BASE + path.replaceAll(/\{(\w+)\}/g, (_, id: keyof Scene) => run.scene[id]);
    const headers = { authorization: `Bearer ${reader === 'nobody' ? '' : stage.people[reader].token}` };
    const { code, data } = (await stage.w.app.inject({ method: 'GET', url, headers })).json<{
      code: string;
      data: unknown;
    }>();
    expect([name, path, code]).toEqual([name, path, 'Success']);
    return data;
  };
  const run: { -readonly [Name in keyof Run]: Run[Name] } = {
    stage,
    name,
    who,
    scene,
    read,
    call,
    before: undefined,
    reply: undefined,
  };
  Object.assign(scene, await way.prepare?.(run));
  const see = async () => lasting(await way.see?.(run));
  run.before = await way.see?.(run);
  const before = await see();
  run.reply = await call(name, { ...(way.body && { body: way.body(run) }) });
  if (way.see) expect([name, await see()]).not.toEqual([name, before]);
  await way.back(run);
  expect([name, await see()]).toEqual([name, before]);
}
