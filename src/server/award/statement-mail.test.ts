import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getResultAsAdmin } from '#contract/award/award.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import { getOutboxAttachment, listOutbox } from '#contract/identity/identity.ts';
import { AWARD_STATEMENT, statementMaker } from '#server/award/statement-operations.ts';
import { attachmentsBy, createMailer, type MakeAttachment } from '#server/platform/mail/mail.ts';
import { insertAuction, moveAuction } from '#testing/builders/records.ts';
import { readPdf } from '#testing/readers/read-pdf.ts';
import { mailServer } from '#testing/stand-ins/mail-server.ts';
import { sendMessages } from '#testing/world/send-due.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

const BRAND = { name: 'Greenlot', title: { en: 'REC auctions', zh: '绿证拍卖' }, primaryColor: '#0b7a5b' };

let w: World;
let owner: SignedIn;
let winner: SignedIn;
let loser: SignedIn;

/** Creates an auction and reads its result. The read closes the auction, so the outbox has the emails about it. */
beforeAll(async () => {
  w = await world();
  const admin = await w.signedIn({ role: 'Admin' });
  [owner, winner, loser] = [await w.signedIn(), await w.signedIn(), await w.signedIn()];
  const { auctionId, itemIds } = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    bidders: [{ person: winner }, { person: loser }],
  });
  const bid = (who: SignedIn, price: number, quantity: number) => {
    const body = { auctionItemId: itemIds[0] ?? '', price, quantity, bidderPartialFulfillment: false };
    return w.call(who, placeBid, { params: { id: auctionId }, body });
  };
  await bid(loser, 4, 1_000);
  await bid(winner, 5, 1_000);
  await moveAuction(w.database.db, auctionId, -3_600, -60);
  expect((await w.call(admin, getResultAsAdmin, { params: { id: auctionId } })).code).toBe('Success');
});
afterAll(() => w.end());

const emailOf = ({ username }: SignedIn): string => `${username}@example.test`;
const messagesTo = async (who: SignedIn) => {
  const { data } = await w.call(undefined, listOutbox);
  return data.filter(({ recipient, subject }) => recipient === emailOf(who) && subject.startsWith('Result'));
};

test('winners and the owner’s members get their confirmation in every language; other bidders get none', async () => {
  const names = ['award-statement-en.pdf', 'award-statement-zh.pdf'];
  expect(await messagesTo(winner)).toMatchObject([{ attachments: names }]);
  expect(await messagesTo(owner)).toMatchObject([{ attachments: names }]);
  expect(await messagesTo(loser)).toMatchObject([{ attachments: [] }]);
});

test('the development outbox shows only the names of the attachments', async () => {
  const id = (await messagesTo(owner))[0]?.id ?? '';
  const ask = (index: string) =>
    w.app.inject(`/auction-api${getOutboxAttachment.path.replace('{id}', id).replace('{index}', index)}`);
  const { rawPayload } = await ask('1');
  const { pages, info } = await readPdf(rawPayload);
  expect(info).toMatchObject({ Language: 'zh-Hans' });
  expect(pages.join(' ')).toContain('卖方应收');
  expect((await ask('2')).statusCode).toBe(404);
});

/** Returns the documents that are attached to an email. */
const documentsIn = (mail: string) =>
  [...mail.matchAll(/Content-Type: application\/pdf;\s+name=(\S+?)\r\n[^]*?\r\n\r\n([^]*?)\r\n--/g)].map(
    ([, name, content = '']) => ({ name, bytes: Buffer.from(content, 'base64') }),
  );

test('a real server sends an email with its confirmations; an email waits if one cannot be made', async () => {
  const { db } = w.database;
  const { mails, configFor, close } = await mailServer(0);
  const make = attachmentsBy({
    [AWARD_STATEMENT]: statementMaker({ db, rooms: w.parts.rooms }, { brand: BRAND, currency: 'USD' }),
  });
  const fails: MakeAttachment = async () => {
    throw new Error('no paper');
  };
  const pump = async (maker: MakeAttachment): Promise<number> => {
    await sql`update outbox set next_attempt_at = now() - interval '1 second'`.execute(db);
    return sendMessages(db, { email: createMailer(configFor(), maker), sms: undefined });
  };
  // The email to the bidder who won nothing has no attachment, so it does not wait.
  await pump(fails);
  const waiting = await db.selectFrom('outbox').select('last_error').where('sent_at', 'is', null).execute();
  expect(waiting).toEqual([{ last_error: 'no paper' }, { last_error: 'no paper' }]);
  await pump(make);
  await close();
  const toWinner = mails.find((mail) => mail.includes(`To: ${emailOf(winner)}`) && mail.includes('.pdf')) ?? '';
  const documents = documentsIn(toWinner);
  expect(documents.map(({ name }) => name)).toEqual([
    expect.stringMatching(/award-statement-AWD-[0-9A-F]{8}-B\d+-en\.pdf/),
    expect.stringMatching(/-zh\.pdf/),
  ]);
  const { pages } = await readPdf(documents[0]?.bytes ?? new Uint8Array());
  expect(pages.join(' ').replaceAll(/\s+/g, ' ')).toContain('Total 1,000 5,000.00 75.00 5,075.00');
});
