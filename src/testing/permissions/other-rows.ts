import { NO_BRAND } from '#domain/platform-setting/brand.ts';
import { BUSINESS_TYPE_SETTINGS } from '#domain/platform-setting/business-types.ts';
import { FEE_NAMES } from '#domain/platform-setting/fee-names.ts';
import { REGIONS } from '#domain/platform-setting/regions.ts';
import { randomUUID } from 'node:crypto';
import { insertPerson } from '#testing/builders/records.ts';
import { deleteAuction } from '#contract/auction/auction.ts';
import { uploadImage } from '#contract/auction/image.ts';
import { deleteSellOrder } from '#contract/marketplace/sell-order.ts';
import { makeSellOrder } from '#testing/builders/marketplace-builders.ts';
import { createCalendarLink } from '#contract/calendar.ts';
import { acceptTemplates } from '#contract/template-acceptance.ts';
import { createTemplate } from '#contract/template.ts';
import { aPdf } from '#testing/builders/office-builders.ts';
import { aTemplate, inEnglish, uploadFile } from '#testing/builders/template-builders.ts';
import { pictureFor } from '#testing/permissions/auction-rows.ts';
import { upcoming } from '#testing/permissions/auction-scenes.ts';
import type { Row, Rows, SetUp } from '#testing/permissions/row.ts';
import { missing, type Stage } from '#testing/permissions/stage.ts';

const THERE_OR_NOT = ['own', 'missing'] as const;
const OWN = ['own', 'foreign', 'missing'] as const;

/** Returns a template. Each call returns other contents. */
const aWish = (templateType: 'Privacy' | 'UserGuide') =>
  aTemplate({ templateType, contents: inEnglish(`<p>${randomUUID()}</p>`) });

/** Creates a template that is not in use, so that it can be deleted. */
const unused: SetUp = async ({ w, people }) => {
  const body = { ...aWish('UserGuide'), isInUse: false };
  const { data } = await w.call(people.admin, createTemplate, { body });
  return { ...missing(), id: data.id };
};

const template: SetUp = async ({ w, people }) => {
  const { data } = await w.call(people.admin, createTemplate, { body: aWish('UserGuide') });
  return { ...missing(), id: data.id };
};

/** Creates a template that all callers have accepted. At `foreign`, only another user has accepted it. */
const accepted: SetUp = async (stage, place) => {
  const { w, people, far } = stage;
  const { data } = await w.call(people.admin, createTemplate, { body: aWish('Privacy') });
  const body = { templates: [{ templateId: data.id, version: 1 }] };
  const { admin: _, ...users } = people;
  for (const who of place === 'foreign' ? [far.bidder] : Object.values(users))
    await w.call(who, acceptTemplates, { body });
  return { ...missing(), id: data.id };
};

/** Creates a template of a kind that users need not accept before they bid. */
const notice: SetUp = async ({ w, people }) => {
  const { data } = await w.call(people.admin, createTemplate, { body: aWish('Privacy') });
  return { ...missing(), id: data.id };
};

/** Returns the query of a link. Scenes of files contain it as `text`. */
export const linkOf = (url: string): string => new URL(url, 'http://greenlot.test').search;
const sentFile: SetUp = async ({ w, people }, place) => {
  const { data } = await uploadFile(w, people.admin, { bytes: aPdf() });
  const other = await uploadFile(w, people.admin, { bytes: aPdf({ trailer: `% ${randomUUID()}` }) });
  return { ...missing(), id: data.fileId, text: linkOf((place === 'foreign' ? other.data : data).url) };
};
const sentPicture: SetUp = async (stage, place, who) => {
  const send = async () => {
    const { id } = await upcoming(stage, 'public', who);
    const asked = { params: { id }, form: pictureFor('AuctionDetail')(stage) };
    return (await stage.w.call(stage.people.admin, uploadImage, asked)).data;
  };
  const [one, other] = [await send(), await send()];
  return { ...missing(), id: one.id, text: linkOf((place === 'foreign' ? other : one).url) };
};
const byLink: Row['query'] = ({ text }) => text;

/**
 * Creates a link to a calendar. Anyone who has the link may read it. The scene's text is its token. A person has only one
 * link, so the scene for `barred` has its own person.
 */
const calendar: SetUp = async ({ w, people }, _place, who) => {
  const { data } = await w.call(who === 'barred' ? people.barred : people.admin, createCalendarLink);
  return { ...missing(), text: /([\w-]+)\.ics$/.exec(data.url)?.[1] ?? '' };
};

const formOf =
  (bytesOf: (stage: Pick<Stage, 'png'>) => Uint8Array<ArrayBuffer>) =>
  (stage: Pick<Stage, 'png'>): FormData => {
    const form = new FormData();
    form.set('File', new File([bytesOf(stage)], 'x'));
    return form;
  };

const VERSION = { params: { version: '1' } } as const;
const ofType = (place: string) => `?templateType=${place === 'missing' ? 'TermsAndConditions' : 'UserGuide'}`;
const content: Row = {
  places: THERE_OR_NOT,
  setUp: async (stage, place, who) => ({ ...(await template(stage, place, who)), text: ofType('own') }),
  query: ({ text }) => text || ofType('missing'),
};
const templateIn = (body: object) => {
  const { templateType: _fixed, ...rest } = body as ReturnType<typeof aTemplate>;
  return { ...rest, version: 1 };
};

const TEMPLATES: Rows = {
  'GET /templates/content': content,
  'GET /admin/templates/content': content,
  'GET /templates/files/{id}': { places: OWN, setUp: sentFile, query: byLink },
  'GET /images/{id}': { places: OWN, setUp: sentPicture, query: byLink },
  'GET /templates/{id}': { places: THERE_OR_NOT, setUp: template },
  'GET /templates/{id}/versions': { places: THERE_OR_NOT, setUp: template },
  'GET /templates/{id}/versions/{version}': { places: THERE_OR_NOT, setUp: template, ...VERSION },
  'POST /templates': { body: () => aWish('UserGuide') },
  'PUT /templates/{id}': {
    places: THERE_OR_NOT,
    setUp: template,
    body: () => templateIn(aWish('UserGuide')),
  },
  'DELETE /templates/{id}': { places: THERE_OR_NOT, setUp: unused },
  'POST /templates/first': {},
  'POST /templates/upload': { form: formOf(() => new Uint8Array(aPdf())) },
  'POST /templates/images': { form: formOf(({ png }) => png) },
  'POST /user/templates/acceptances': {
    places: THERE_OR_NOT,
    setUp: notice,
    body: ({ id }) => ({ templates: [{ templateId: id, version: 1 }] }),
  },
  'GET /user/templates/acceptances/{id}/versions/{version}': { places: OWN, setUp: accepted, ...VERSION },
};

const auditLine: SetUp = async ({ w }) => {
  const line = w.database.db.selectFrom('audit_line').select('id').limit(1);
  return { ...missing(), text: (await line.executeTakeFirstOrThrow()).id };
};

const someone: SetUp = async ({ w }) => ({ ...missing(), id: (await w.signedIn()).userId });

const administrator: SetUp = async ({ w }) => {
  const { userId } = await insertPerson(w.database.db, { role: 'Admin', adminRoles: ['auditor'] });
  return { ...missing(), id: userId };
};

const tick: SetUp = async ({ w }) => {
  const id = randomUUID();
  const values = { id, name: id.slice(0, 8), price_step_cents: 10 };
  await w.database.db.insertInto('tick_size').values(values).execute();
  return { ...missing(), id };
};

const message: SetUp = async ({ w }) => {
  const id = randomUUID();
  const values = {
    id,
    channel: 'email',
    recipient: 'a@example.com',
    subject: 'x',
    body: 'x',
    sent_at: new Date(),
  } as const;
  await w.database.db
    .insertInto('outbox')
    .values({ ...values, useful_until: null, attempted_at: null, last_error: null })
    .execute();
  return { ...missing(), id };
};

const deletedAuction: SetUp = async (stage, place, who) => {
  const { id } = await upcoming(stage, place, who);
  await stage.w.call(stage.people.admin, deleteAuction, { params: { id } });
  return { ...missing(), id };
};

const deletedSellOrder: SetUp = async ({ w, people }) => {
  const { id } = await makeSellOrder(w, people.admin, { seller: people.seller, publishTime: null });
  await w.call(people.admin, deleteSellOrder, { params: { id } });
  return { ...missing(), id };
};

const PERIOD = `?from=2026-01-01&to=2026-02-01`;
const A_TEXT = { textId: 'message_test' } as const;
const WORDS = { subject: 'Test', body: 'It works' };
const TEXTS = { en: WORDS, zh: WORDS };

const A_TICK = { name: 'Fifth', priceStep: 0.2 };

const OTHERS: Rows = {
  'GET /admin/audit-trail/{id}': { places: THERE_OR_NOT, setUp: auditLine, id: 'text' },
  'DELETE /admin/users/{id}/sessions': { places: THERE_OR_NOT, setUp: someone },
  'POST /admin/messages/{id}/again': { places: THERE_OR_NOT, setUp: message },
  'POST /admin/messages/test': {},
  'GET /admin/message-texts/{textId}': { params: A_TEXT },
  'PUT /admin/message-texts/{textId}': { params: A_TEXT, body: () => ({ version: 0, texts: TEXTS }) },
  'POST /admin/message-texts/{textId}/preview': { params: A_TEXT, body: () => ({ texts: TEXTS }) },
  'GET /places': { query: () => '?search=Ipoh' },
  'GET /search': { query: () => '?text=a%25' },
  'GET /admin/settlement-figures': { query: () => PERIOD },
  'GET /user/settlement-figures': { query: () => PERIOD },
  'GET /admin/statistics': { query: () => PERIOD },
  'GET /admin/statistics/export': { query: () => `${PERIOD}&table=totals` },
  'GET /admin/price-history': { query: () => PERIOD },
  'GET /user/price-history': { query: () => PERIOD },
  'GET /admin/price-history/export': { query: () => `${PERIOD}&table=goods` },
  'GET /user/price-history/export': { query: () => `${PERIOD}&table=goods` },
  'POST /admin/administrators': {
    body: () => ({
      username: `a${randomUUID().slice(0, 8)}`,
      email: `${randomUUID()}@example.test`,
      roles: ['auditor'],
    }),
  },
  'PUT /admin/administrators/{id}': {
    places: THERE_OR_NOT,
    setUp: administrator,
    body: () => ({ roles: ['finance'] }),
  },
  'DELETE /admin/administrators/{id}': { places: THERE_OR_NOT, setUp: administrator },
  'POST /admin/administrators/{id}/invitation': { places: THERE_OR_NOT, setUp: administrator },
  'POST /admin/administrators/{id}/second-factor-reset': { places: THERE_OR_NOT, setUp: administrator },
  'PUT /admin/platform-settings/regions': { body: () => ({ ...REGIONS, version: 0 }) },
  'PUT /admin/platform-settings/business-types': { body: () => ({ ...BUSINESS_TYPE_SETTINGS, version: 0 }) },
  'PUT /admin/platform-settings/currency': { body: () => ({ code: '', version: 0 }) },
  'PUT /admin/platform-settings/languages': { body: () => ({ offered: ['en', 'zh'], version: 0 }) },
  'PUT /admin/platform-settings/time-zone': { body: () => ({ zone: 'UTC', version: 0 }) },
  'PUT /admin/platform-settings/fee-names': { body: () => ({ ...FEE_NAMES, version: 0 }) },
  'PUT /admin/platform-settings/brand': { body: () => ({ ...NO_BRAND, version: 0 }) },
  'PUT /admin/platform-settings/brand/images/{image}': { params: { image: 'logo' }, form: formOf(({ png }) => png) },
  'DELETE /admin/platform-settings/brand/images/{image}': { params: { image: 'logo' } },
  'POST /admin/tick-sizes': { body: () => A_TICK },
  'PUT /admin/tick-sizes/{id}': { places: THERE_OR_NOT, setUp: tick, body: () => A_TICK },
  'DELETE /admin/tick-sizes/{id}': { places: THERE_OR_NOT, setUp: tick },
  'POST /admin/deleted-auctions/{id}/restoration': { places: THERE_OR_NOT, setUp: deletedAuction },
  'POST /admin/deleted-sell-orders/{id}/restoration': { places: THERE_OR_NOT, setUp: deletedSellOrder },
  'PUT /notices/read': { body: ({ id }) => ({ noticeIds: [id] }) },
  'PUT /notices/settings': { body: () => ({ choices: [], endingMinutes: [] }) },
  'GET /auction-calendar': { query: () => '?from=2026-01-01T00:00:00.000Z&until=2026-02-01T00:00:00.000Z' },
  'POST /calendar/link': {},
  'DELETE /calendar/link': {},
  'GET /calendar/{token}.ics': { places: THERE_OR_NOT, setUp: calendar },
  // No caller may be erased at this point, so the server answers with a refusal about the password.
  'POST /personal-data/erasure': { body: () => ({ Password: '' }) },
  'POST /user-tours': { body: () => ({ tour: 'liveAuctions', outcome: 'finished' }) },
  'GET /development/outbox/{id}/attachments/{index}': { places: ['missing'], params: { index: '0' } },
};

export const otherRows: Rows = { ...TEMPLATES, ...OTHERS };
