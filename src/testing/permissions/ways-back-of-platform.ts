import { updateSellOrderDetails, uploadSellOrderImage } from '#contract/marketplace/sell-order.ts';
import { blacklistAccount } from '#contract/company/company.ts';
import { getTemplate } from '#contract/template.ts';
import { requireApprovals } from '#testing/builders/approval-builders.ts';
import { pictureFor } from '#testing/permissions/auction-rows.ts';
import { again, by, idAt, listAt, part, type Run, type Way } from '#testing/permissions/ways-back.ts';

const ADMINISTRATORS = '/admin/administrators';
const TICKS = '/admin/tick-sizes?limit=100';
const SELL_ORDER = '/admin/sell-orders/{id}';
const SELL_ORDERS = '/admin/sell-orders?limit=100';
const SETTINGS = '/admin/platform-settings';
const TEMPLATES = '/templates?limit=100';

const withId = (reply: unknown, id: string): unknown =>
  (Array.isArray(reply) ? (reply as unknown[]) : listAt(reply)).find((one) => part(one, 'id') === id);
const ofScene = (reply: unknown, { scene }: Run): unknown => withId(reply, scene.id);

/** The names and roles of the administrators, without those whose invitation is open. */
const administrators: Way['see'] = async ({ read }) =>
  ((await read(ADMINISTRATORS)) as readonly unknown[]).map((one) => [part(one, 'username'), part(one, 'roles')]);

/** Counts the keys that work. */
const keys =
  (path: string): Way['see'] =>
  async ({ read }) =>
    ((await read(path)) as readonly unknown[]).filter((one) => part(one, 'state') === 'works').length;

/** Returns the newest object of a list in a reply. */
const newest = (reply: unknown, path: string): unknown =>
  listAt(reply, path).toSorted((a, b) => idAt(b, 'createdAt').localeCompare(idAt(a, 'createdAt')))[0];

/** A group of the platform's settings. */
const group = (name: string, patch: object): Way => again(SETTINGS, { find: (reply) => part(reply, name), patch });

const image = async (run: Run) => part(await run.read(SETTINGS), 'brandImages.logoUrl') !== null;

async function showPicture({ stage: { w, people, ...stage }, scene: { id } }: Run): Promise<void> {
  const params = { id };
  const form = pictureFor('SellOrderDetail')({ png: stage.png });
  const { data } = await w.call(people.admin, uploadSellOrderImage, { params, form });
  await w.call(people.admin, updateSellOrderDetails, { params, body: { imageIds: [data.id], thumbnailId: null } });
}

/** A rejected or withdrawn request. The way back requests the act again. */
const requested: Way = {
  back: async ({ stage: { w, people } }) => {
    await requireApprovals(w.database.db, ['blacklist']);
    const { accountId: id } = await w.signedIn();
    const { code } = await w.call(people.admin, blacklistAccount, { params: { id }, body: { remarkContent: 'x' } });
    await requireApprovals(w.database.db, []);
    if (code !== 'approval_needed') throw new Error(`the request was refused: ${code}`);
  },
};

/** Deletes a document. One that is in use is first taken out of use. */
async function deleteTemplate({ call, stage }: Run, id: string): Promise<void> {
  const { data } = await stage.w.call(stage.people.admin, getTemplate, { params: { id } });
  if (data.isInUse) await call('PUT /templates/{id}', { ids: { id }, body: { ...data, isInUse: false } });
  await call('DELETE /templates/{id}', { ids: { id } });
}

export const PLATFORM_WAYS: Readonly<Record<string, Way>> = {
  'POST /admin/tick-sizes': by('DELETE /admin/tick-sizes/{id}', TICKS, ({ reply }) => ({ id: idAt(reply) })),
  'PUT /admin/tick-sizes/{id}': again(TICKS, { find: ofScene }),
  'POST /admin/administrators': {
    see: administrators,
    body: () => ({ username: 'fay-finance', email: 'fay@example.test', roles: ['finance'] }),
    back: ({ call, reply }) => {
      const made = (reply as readonly unknown[]).find((one) => part(one, 'username') === 'fay-finance');
      return call('DELETE /admin/administrators/{id}', { ids: { id: idAt(made) } });
    },
  },
  'POST /admin/administrators/{id}/invitation': {
    back: ({ call }) => call('DELETE /admin/administrators/{id}'),
  },
  'PUT /admin/administrators/{id}': again(ADMINISTRATORS, {
    find: ofScene,
    toBody: (administrator) => ({ roles: part(administrator, 'roles') }),
  }),
  'DELETE /admin/administrators/{id}': {
    see: administrators,
    prepare: async (run) => ({ text: JSON.stringify(ofScene(await run.read(ADMINISTRATORS), run)) }),
    back: ({ call, scene }) => {
      const { username, email, roles } = JSON.parse(scene.text) as Record<string, unknown>;
      return call('POST /admin/administrators', { body: { username, email, roles } });
    },
  },
  'POST /admin/api-keys': {
    see: keys('/admin/api-keys'),
    back: ({ call, reply }) => call('DELETE /admin/api-keys/{id}', { ids: { keyId: idAt(newest(reply, 'keys')) } }),
  },
  'POST /user/accounts/{id}/api-keys': {
    see: keys('/user/accounts/{id}/api-keys'),
    back: ({ call, reply }) =>
      call('DELETE /user/accounts/{id}/api-keys/{keyId}', { ids: { keyId: idAt(newest(reply, 'keys')) } }),
  },
  'POST /admin/webhooks': by('DELETE /admin/webhooks/{id}', '/admin/webhooks', ({ reply }) => ({
    id: idAt(newest(reply, 'webhooks')),
  })),
  'POST /user/accounts/{id}/webhooks': by(
    'DELETE /user/accounts/{id}/webhooks/{webhookId}',
    '/user/accounts/{id}/webhooks',
    ({ reply }) => ({ webhookId: idAt(newest(reply, 'webhooks')) }),
  ),
  'PUT /admin/webhooks/{id}': again('/admin/webhooks', { find: ofScene, patch: { kinds: ['auction.closed'] } }),
  'PUT /user/accounts/{id}/webhooks/{webhookId}': again('/user/accounts/{id}/webhooks', {
    find: (reply, { scene }) => withId(reply, scene.webhookId),
    patch: { kinds: ['auction.closed'] },
  }),
  'PUT /admin/billing': again('/admin/billing', { patch: { city: 'Ipoh' } }),
  'POST /calendar/link': {
    see: async ({ read }) => part(await read('/calendar/link'), 'createdAt') !== null,
    back: ({ call }) => call('DELETE /calendar/link'),
  },
  'PUT /notices/settings': again('/notices/settings', { patch: { endingMinutes: [2] } }),
  'PUT /admin/platform-settings/brand': group('brand', { name: 'Verdant' }),
  'PUT /admin/platform-settings/regions': group('regions', { phoneCountries: ['MY'] }),
  'PUT /admin/platform-settings/business-types': group('businessTypes', {
    types: [{ code: 'Broker', names: { en: 'Broker', zh: '经纪商' } }],
  }),
  'PUT /admin/platform-settings/fee-names': group('feeNames', { buyer: { en: 'Handling' } }),
  'PUT /admin/platform-settings/languages': group('languages', { offered: ['en'] }),
  'PUT /admin/platform-settings/time-zone': group('timeZone', { zone: 'Asia/Kuala_Lumpur' }),
  'PUT /admin/platform-settings/approvals': {
    ...group('approvals', { annul: true }),
    // An approval needs a second person.
    prepare: async ({ stage }) => void (await stage.w.signedIn({ role: 'Admin' })),
  },
  'PUT /admin/platform-settings/brand/images/{image}': {
    see: image,
    back: ({ call }) => call('DELETE /admin/platform-settings/brand/images/{image}'),
  },
  'DELETE /admin/platform-settings/brand/images/{image}': {
    prepare: async ({ call }) => void (await call('PUT /admin/platform-settings/brand/images/{image}')),
    see: image,
    back: ({ call }) => call('PUT /admin/platform-settings/brand/images/{image}'),
  },
  'PUT /admin/message-texts/{textId}': {
    see: async ({ read }) => part(await read('/admin/message-texts/message_test'), 'texts'),
    back: ({ call, before, reply, name }) => call(name, { body: { version: part(reply, 'version'), texts: before } }),
  },
  'POST /admin/approvals/{id}/withdraw': requested,
  'POST /admin/approvals/{id}/reject': requested,
  'POST /templates': {
    see: async ({ read }) => part(await read(TEMPLATES), 'total'),
    back: async (run) => deleteTemplate(run, idAt(run.reply)),
  },
  'PUT /templates/{id}': again('/templates/{id}'),
  'POST /templates/first': {
    see: async ({ read }) => part(await read(TEMPLATES), 'total'),
    back: async (run) => {
      const added = listAt(run.reply, 'added');
      const all = listAt(await run.read(TEMPLATES));
      for (const one of all.filter((listed) => added.includes(part(listed, 'documentName'))))
        await deleteTemplate(run, idAt(one));
    },
  },
};

export const MARKET_WAYS: Readonly<Record<string, Way>> = {
  'POST /admin/sell-orders': by('DELETE /admin/sell-orders/{id}', SELL_ORDERS, ({ reply }) => ({ id: idAt(reply) })),
  'PUT /admin/sell-orders/{id}': again(SELL_ORDER, { patch: { title: 'Another' } }),
  'PUT /admin/sell-orders/{id}/details': {
    prepare: showPicture,
    see: async ({ read }) => listAt(await read(SELL_ORDER), 'images').length,
    back: showPicture,
  },
  'POST /admin/sell-orders/{id}/items': by(
    'DELETE /admin/sell-orders/{id}/items/{itemId}',
    SELL_ORDER,
    ({ reply }) => ({
      itemId: idAt(reply, 'sellOrderItemId'),
    }),
  ),
  'PUT /admin/sell-orders/{id}/items/{itemId}': again(SELL_ORDER, {
    find: (reply) => listAt(reply, 'items')[0],
  }),
  'PUT /admin/sell-orders/{id}/settlement-terms': again('/admin/sell-orders/{id}/settlement-terms', {
    patch: { paymentDays: 9 },
  }),
  'POST /admin/deleted-sell-orders/{id}/restoration': by(
    'DELETE /admin/sell-orders/{id}',
    SELL_ORDERS,
    ({ reply }) => ({
      id: idAt(reply),
    }),
  ),
  'POST /user/sell-orders/{id}/buy-orders': {
    back: ({ call, reply }) => call('PUT /user/buy-orders/{id}/cancel', { ids: { buyOrderId: idAt(reply) } }),
  },
};
