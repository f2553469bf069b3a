import type { Place, Scene, Stage, Who } from '#testing/permissions/stage.ts';

export type Person = { readonly userId: string; readonly accountId: string };

/**
 * Creates the object of a call. For the caller `barred` the object belongs to its own company. All other callers get
 * the same object.
 */
export type SetUp = (stage: Stage, place: Place, who: Who) => Promise<Scene>;

/**
 * How an operation is sent. Each request is otherwise correct, so only the caller or the object can be the reason for a
 * refusal.
 */
export type Row = {
  /** Creates the object. Undefined if the operation needs none. */
  readonly setUp?: SetUp;
  readonly places?: readonly Place[];
  /** The name of the scene's id for `{id}` in the path. By default it is `id`. */
  readonly id?: keyof Scene;
  /** Names of other ids in the path. At `mixed`, the objects with these ids belong to another company. */
  readonly parts?: readonly (keyof Scene)[];
  /** Texts for parameters of the path that are not ids. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: (scene: Scene, person: Person) => string;
  readonly body?: (scene: Scene, person: Person, stage: Pick<Stage, 'people'>) => object;
  readonly form?: (stage: Pick<Stage, 'png'>) => FormData;
};

/**
 * Rows by method and path. If an operation is sent in several situations, each has its own row. Its key then has the
 * name of the situation after a dash.
 */
export type Rows = Readonly<Record<string, Row>>;
