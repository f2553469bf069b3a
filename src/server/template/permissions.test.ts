import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '#contract/route.ts';
import * as acceptances from '#contract/template-acceptance.ts';
import * as templates from '#contract/template.ts';
import { aPng } from '#testing/image-builders.ts';
import { aPdf } from '#testing/office-builders.ts';
import {
  byName,
  expectAllServed,
  FORBIDDEN,
  HIDDEN,
  named,
  OK,
  UNKNOWN,
  type Asked,
  type Codes,
} from '#testing/permission-matrix.ts';
import { aTemplate, inEnglish, uploadFile } from '#testing/template-builders.ts';
import { world, type SignedIn, type World } from '#testing/world.ts';

/** Who calls: nobody at all, a user who hasn't accepted anything, one who accepted the terms, an admin. */
const WHO = ['nobody', 'stranger', 'member', 'admin'] as const;
type Who = (typeof WHO)[number];

/** Where it is asked: of what is there, and of what isn't. */
type Scene = {
  readonly id: string;
  readonly version: string;
  readonly fileId: string;
  readonly fileQuery: string;
  readonly type: string;
};

let w: World;
let people: Readonly<Record<Who, SignedIn | undefined>>;
let there: Scene;
let png: Buffer;
const gone: Scene = { id: randomUUID(), version: '7', fileId: randomUUID(), fileQuery: '', type: 'Privacy' };

beforeAll(async () => {
  w = await world();
  png = await aPng();
  const [stranger, member, admin] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn({ role: 'Admin' })]);
  people = { nobody: undefined, stranger, member, admin };
  const body = aTemplate({ templateType: 'TermsAndConditions' });
  const { data: terms } = await w.call(admin, templates.createTemplate, { body });
  await w.call(member, acceptances.acceptTemplates, { body: { templates: [{ templateId: terms.id, version: 1 }] } });
  const { data: file } = await uploadFile(w, admin, { bytes: aPdf() });
  const fileQuery = new URL(file.url, 'http://greenlot.test').search;
  there = { id: terms.id, version: '1', fileId: file.fileId, fileQuery, type: 'TermsAndConditions' };
});
afterAll(() => w.end());

const formOf = (bytes: Buffer): FormData => {
  const form = new FormData();
  form.set('File', new File([new Uint8Array(bytes)], 'x'));
  return form;
};
/** Each save says something new. */
const aWish = () => aTemplate({ contents: inEnglish(`<p>${randomUUID()}</p>`) });

const everybody = [OK, OK, OK, OK];
const admins = [UNKNOWN, FORBIDDEN, FORBIDDEN, OK];
const users = [UNKNOWN, OK, OK, FORBIDDEN];
const nobodyFinds = WHO.map(() => HIDDEN);
const adminsFindNone = [UNKNOWN, FORBIDDEN, FORBIDDEN, HIDDEN];

type Row = {
  readonly route: Route;
  readonly input?: (scene: Scene) => Asked;
  readonly codes: Codes;
  readonly missing?: Codes;
};
const byId = ({ id, version }: Scene): Asked => ({ params: { id, version } });

const ROWS: readonly Row[] = [
  {
    route: templates.getTemplateContent,
    input: ({ type }) => ({ query: `?templateType=${type}` }),
    codes: everybody,
    missing: WHO.map(() => 'template_not_found'),
  },
  {
    route: templates.getTemplateContentAsAdmin,
    input: ({ type }) => ({ query: `?templateType=${type}` }),
    codes: admins,
    missing: [UNKNOWN, FORBIDDEN, FORBIDDEN, 'template_not_found'],
  },
  {
    route: templates.getTemplateFile,
    input: ({ fileId, fileQuery }) => ({ params: { id: fileId }, query: fileQuery }),
    codes: everybody,
    missing: nobodyFinds,
  },
  { route: templates.listTemplateTypes, codes: admins },
  { route: templates.listTemplates, codes: admins },
  { route: templates.getTemplate, input: byId, codes: admins, missing: adminsFindNone },
  { route: templates.listTemplateVersions, input: byId, codes: admins, missing: adminsFindNone },
  { route: templates.getTemplateVersion, input: byId, codes: admins, missing: adminsFindNone },
  { route: templates.createTemplate, input: () => ({ body: aWish() }), codes: admins },
  { route: templates.uploadTemplateFile, input: () => ({ form: formOf(aPdf()) }), codes: admins },
  { route: templates.uploadTemplateImage, input: () => ({ form: formOf(png) }), codes: admins },
  { route: acceptances.listAcceptances, codes: users },
  {
    route: acceptances.acceptTemplates,
    input: ({ id }) => ({ body: { templates: [{ templateId: id, version: 1 }] } }),
    codes: users,
    missing: [UNKNOWN, 'template_not_in_force', 'template_not_in_force', FORBIDDEN],
  },
  // After the row before, both have accepted it; what nobody accepted is there for nobody.
  { route: acceptances.getAcceptedTemplate, input: byId, codes: users, missing: [UNKNOWN, HIDDEN, HIDDEN, FORBIDDEN] },
  {
    route: templates.updateTemplate,
    input: ({ id }) => {
      const { templateType: _fixed, ...body } = aWish();
      return { params: { id }, body: { ...body, version: 1 } };
    },
    codes: admins,
    missing: adminsFindNone,
  },
];

test.each(named(ROWS))('who may: %s', async (_name, { route, input = () => ({}), codes, missing }) => {
  const ask = async (scene: Scene): Promise<string[]> => {
    const answers: string[] = [];
    for (const who of WHO) answers.push((await w.call(people[who], route, input(scene))).code);
    return answers;
  };
  if (missing) expect(byName(WHO, await ask(gone))).toEqual(byName(WHO, missing));
  expect(byName(WHO, await ask(there))).toEqual(byName(WHO, codes));
});

test('no operation on templates is missing here', () =>
  expectAllServed(
    w,
    /^(\/user|\/admin)?\/templates\b/,
    ROWS.map(({ route }) => route),
  ));

test('what somebody else accepted answers like what isn’t there, and guides for admins like none', async () => {
  const { admin, stranger } = people;
  const newcomer = await w.signedIn();
  const read = async (id: string) =>
    (await w.call(newcomer, acceptances.getAcceptedTemplate, { params: { id, version: '1' } })).text;
  expect(await read(there.id)).toBe(await read(randomUUID()));
  const query = '?templateType=UserGuide';
  const readGuides = async (who?: SignedIn) => (await w.call(who, templates.getTemplateContent, { query })).text;
  const before = await readGuides(stranger);
  await w.call(admin, templates.createTemplate, { body: aTemplate({ audience: 'Admins' }) });
  expect([await readGuides(stranger), await readGuides(), await readGuides(admin)]).toEqual([before, before, before]);
});
