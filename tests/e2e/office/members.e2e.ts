import { readMails } from '#testing/readers/read-outbox.ts';
import type { World } from '../world.ts';
import { acceptTerms } from '../steps/auction-steps.ts';
import { expect, passSignIn, test } from '../world.ts';

/** Returns the link of the newest invitation to an address. */
async function invitationTo({ database }: World, email: string): Promise<string> {
  const [mail] = await readMails(database.db, email);
  return /\/invitation\?token=\S+/.exec(mail?.body ?? '')?.[0] ?? '';
}

test('an owner invites a viewer, who reads but cannot act until made a trader', async ({ world, open, signIn }) => {
  const [owner, guest] = [await world.person(), await world.person()];
  await world.database.db.deleteFrom('account_member').where('user_id', '=', guest.userId).execute();
  const auction = await world.auction({ isPrivate: false, items: [{}] });
  const email = `${guest.username}@example.test`;
  const ownerPage = await signIn(owner);

  await test.step('the owner invites', async () => {
    await ownerPage.getByRole('button', { name: new RegExp(owner.username) }).click();
    await ownerPage.getByRole('menuitem', { name: 'Company members' }).click();
    await ownerPage.getByRole('button', { name: 'Invite member', exact: true }).click();
    const dialog = ownerPage.getByRole('dialog');
    await dialog.getByLabel(/^Email/).fill('nobody');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog.getByText('Enter a valid email address')).toBeVisible();
    await dialog.getByLabel(/^Email/).fill(email);
    await dialog.getByText('Viewer', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(ownerPage.getByRole('row', { name: new RegExp(email) })).toContainText('Viewer');
  });

  const page = await open();
  const link = await invitationTo(world, email);
  await test.step('signing in leads back to the invitation, which explains itself', async () => {
    await page.goto(link);
    await expect(page.getByText('Sign in or sign up to respond to the invitation.')).toBeVisible();
    await passSignIn(page, world, guest);
    await expect(page.getByRole('heading', { name: `Join Company of ${owner.username}` })).toBeVisible();
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await expect(page).toHaveURL(/\/user\/upcoming$/);
    await page.goto(link);
    await expect(page.getByText('This invitation is no longer valid')).toBeVisible();
  });

  const detail = `/user/auction/${auction.auctionId}/detail`;
  await test.step('a viewer sees everything, and reads why it cannot act', async () => {
    await page.goto('/user/company-members');
    await expect(page.getByRole('row', { name: new RegExp(owner.username) })).toContainText('Owner');
    await expect(page.getByRole('button', { name: /^Invite/ })).toBeDisabled();
    await page.goto('/user/company-information/update');
    await expect(page.getByText('You do not have permission to update this information')).toBeVisible();
    await page.goto(detail);
    await expect(page.getByRole('button', { name: /^Register/ })).toBeDisabled();
  });

  await test.step('a trader acts', async () => {
    await ownerPage.reload();
    await ownerPage.getByRole('button', { name: `Change role: ${guest.username}` }).click();
    const dialog = ownerPage.getByRole('dialog');
    await dialog.getByText('Trader', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(ownerPage.getByText(`${guest.username}’s role has been changed.`)).toBeVisible();
    await page.reload();
    await acceptTerms(page);
    await expect(page.getByText(`for Company of ${owner.username}`)).toBeVisible();
  });

  await test.step('a removed member has no company anymore, and the last owner stays', async () => {
    await expect(ownerPage.getByRole('button', { name: `Leave: ${owner.username}` })).toBeDisabled();
    await ownerPage.getByRole('button', { name: `Remove: ${guest.username}` }).click();
    await ownerPage.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(ownerPage.getByText(`${guest.username} has been removed.`)).toBeVisible();
    await page.goto('/user/upcoming');
    await expect(page).toHaveURL(/\/user\/account-registration\/create$/);
  });
});
