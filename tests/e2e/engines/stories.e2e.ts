import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { aPhoto } from '#testing/builders/image-builders.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';
import type { TestPerson } from '#testing/builders/records.ts';
import { aPdfOf } from '../steps/document-files.ts';
import { dayOfNextMonth } from '../steps/auction-steps.ts';
import { PASSWORD, type World } from '../world.ts';
import type { Hands } from './hands.ts';
import { test } from './stage.ts';

async function signIn(hands: Hands, world: World, { username }: TestPerson): Promise<void> {
  await hands.open('/login');
  await hands.fill(/^Username/, username);
  await hands.fill(/^Password/, PASSWORD);
  await hands.key('Enter');
  await hands.until(() => document.querySelector('[autocomplete="one-time-code"]') === document.activeElement);
  await hands.type(await world.codeFor(username));
  await hands.until(() => /^\/(user|admin)\//.test(location.pathname));
}

async function signOut(hands: Hands): Promise<void> {
  await hands.press('button', /’s account$/);
  await hands.press('menuitem', /^Sign out/);
  await hands.until(() => location.pathname === '/login');
}

/** Returns whether any page of a PDF shows something. A page that could not be drawn is white. */
const hasInk = (): boolean =>
  [...document.querySelectorAll('canvas')].some((canvas) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    return pixels.some((value, at) => at % 4 === 0 && value < 128);
  });

/**
 * Returns whether a bid can be reviewed. Bidding is paused if the page has received nothing from the server for a
 * while.
 */
const canReview = (): boolean =>
  [...document.querySelectorAll('button')].some((one) => one.textContent === 'Review bid' && !one.disabled);

/** Returns whether the button with this text has the focus, can be pressed, and shows a focus ring. */
const isRinged = (words: string): boolean => {
  const focused = document.activeElement;
  const isIt = focused instanceof HTMLButtonElement && focused.textContent === words && !focused.disabled;
  return isIt && getComputedStyle(focused).outlineStyle !== 'none';
};

test('a bidder signs in, bids by keyboard, and reads the room in the dark theme', async ({ hands, world }) => {
  const person = await world.person();
  await world.auction({ items: [{ quantity: 1_000 }], bidders: [{ person }] });
  await signIn(hands, world, person);

  await test.step('places the first bid', async () => {
    await hands.press('link', /^Place a bid to enter/);
    await hands.fill(/^Price/, '5');
    await hands.fill(/^Quantity/, '600');
    await hands.press('button', /^Review 1 bid/);
    await hands.press('button', /^Confirm 1 bid/);
    await hands.sees(/^Ranking$/);
  });

  await test.step('revises it by keyboard, and sees what Enter does next', async () => {
    await hands.until(canReview);
    await hands.type('b');
    await hands.until(() => document.activeElement?.id === 'bid-price');
    await hands.fill(/^Price/, '6.1');
    await hands.until(canReview);
    await hands.key('Enter');
    await hands.until(isRinged, 'Place bid');
    await hands.key('Enter');
    await hands.sees(/^Accepted at.*6\.10/);
  });

  await test.step('in the dark theme, what is not selected does not look selected', async () => {
    await hands.press('switch', /^Dark mode/);
    await hands.until(() => {
      const open = document.querySelector('input[type="radio"]:not(:checked)');
      if (!open || document.documentElement.dataset['mantineColorScheme'] !== 'dark') return false;
      const { appearance, backgroundColor } = getComputedStyle(open);
      return appearance === 'none' && backgroundColor !== 'rgb(255, 255, 255)';
    });
  });

  await test.step('reads its holdings, prices and the marketplace', async () => {
    for (const path of ['holdings', 'price-history', 'marketplace']) {
      await hands.open(`/user/${path}`);
      await hands.until(() => (document.querySelector('main h1')?.textContent ?? '') !== '');
    }
  });
  await signOut(hands);
});

test('if the browser cannot read the application, the page names the browser it needs', async ({ hands, world }) => {
  const answer = async ({ url: path = '/', headers: { accept = '*/*' } }: IncomingMessage, reply: ServerResponse) => {
    const { headers, body } = await fetch(world.server.baseUrl + path, { headers: { accept } });
    for (const name of ['content-type', 'content-security-policy']) reply.setHeader(name, headers.get(name) ?? '');
    reply.end(
      /^\/assets\/index-[^/]+\.js$/.test(path) ? 'let let' : new Uint8Array(await new Response(body).arrayBuffer()),
    );
  };
  const broken = createServer((request, reply) => void answer(request, reply)).listen(0);
  const { port } = broken.address() as AddressInfo;
  await hands.open(`http://127.0.0.1:${port}/login`);
  await hands.sees(/^This page needs JavaScript and a recent browser/);
  broken.close();
});

test('an administrator creates an auction with an image, and publishes a guide', async ({ hands, world }) => {
  const [admin, seller] = [
    await world.person({ role: 'Admin' }),
    await world.person({ username: `own${randomUUID().slice(0, 8)}` }),
  ];
  const files = await temporaryFolder('engines');
  const [photo, guide] = [join(files.path, 'dam.jpg'), join(files.path, 'guide.pdf')];
  await writeFile(photo, await aPhoto(2_600, 1_300));
  await writeFile(guide, await aPdfOf(2));
  await signIn(hands, world, admin);

  await test.step('enters the settings, one date typed and one selected in the calendar', async () => {
    await hands.open('/admin/create');
    await hands.fill(/^Title/, 'Sungai hydro');
    await hands.fill(/^Auction owner/, seller.username);
    await hands.press('option', new RegExp(seller.username));
    await hands.fill(/^Start/, dayOfNextMonth('15'));
    await hands.press('field', /^End/);
    await hands.press('button', /^Next month/);
    await hands.press('button', /^16 /);
    await hands.until(() => [...document.querySelectorAll('[role="dialog"]')].every((one) => !one.checkVisibility()));
    await hands.fill(/^Minimum item quantity/, '1000');
    await hands.fill(/^Minimum bid quantity/, '100');
    await hands.fill(/^Seller’s processing fee/, '1.25');
    await hands.fill(/^Buyer’s processing fee/, '0.5');
    await hands.press('button', /^Save and add items/);
    await hands.until(() => location.pathname.startsWith('/admin/update/'));
  });

  await test.step('adds an item with an image, which the browser makes smaller', async () => {
    await hands.press('button', /^Add item$/);
    await hands.choose(/^Country/, 'Malaysia');
    await hands.choose(/^Fuel type/, 'Hydro');
    await hands.fill(/^Vintage year/, '2025');
    await hands.choose(/^Vintage period/, 'Full year');
    await hands.fill(/^Quantity/, '5000');
    await hands.fill(/^Minimum bid price/, '3');
    await hands.fill(/^Maximum bid price/, '15');
    await hands.attach(photo);
    await hands.until(() => {
      const picture = document.querySelector<HTMLImageElement>('dialog[open] img');
      return picture !== null && picture.naturalHeight > 0;
    });
    await hands.press('button', /^(Save|Add item)$/);
    await hands.until(() => !document.querySelector('dialog[open]'));
    await hands.sees(/MY\.Hydro\.2025/);
  });

  await test.step('adds a guide as a PDF, and reads it in the page', async () => {
    const name = `Guide ${randomUUID().slice(0, 8)}`;
    await hands.open('/admin/template-management/create');
    await hands.fill(/^Document name/, name);
    await hands.choose(/^Type/, 'User guide');
    await hands.press('label', /^File$/);
    await hands.attach(guide);
    await hands.sees(/guide\.pdf/);
    await hands.press('button', /^Create document/);
    await hands.sees(/All changes saved/);
    await hands.open('/admin/guide');
    await hands.press('link', new RegExp(name));
    await hands.until(hasInk);
  });
  await signOut(hands);
  await files.remove();
});
