import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { aCommunity, aPost, as, rpc } from './support/community.ts';

test('a member chooses the languages read, sees everything for one visit, and finds the choice in the account', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const alice = await as(browser, 'alice');
  const { channel_id } = await aCommunity(alice);
  const english = `Warm cheeks two days after the peel ${process.pid}`;
  const french = `Les joues chaudes deux jours après le peeling ${process.pid}`;
  await aPost(alice, channel_id, { title: english });
  await aPost(alice, channel_id, {
    title: french,
    body: '<p>Je ne sais pas si cela doit durer aussi longtemps, et le soir elles brûlent encore un peu.</p>',
  });

  const carl = await as(browser, 'carl');
  const cards = {
    english: carl.getByRole('article', { name: english }),
    french: carl.getByRole('article', { name: french }),
  };
  await expect(cards.english).toBeVisible();
  await carl.getByRole('button', { name: 'Choose the languages you read' }).click();
  const dialog = carl.getByRole('dialog', { name: 'Languages you read' });
  const box = dialog.getByRole('checkbox', { name: 'français' });
  await dialog.getByText('français').click();
  await expect(box).toBeChecked();
  await expectAccessible(carl);
  await carl.keyboard.press('Escape');

  await expect(carl.getByText('Languages shown: French')).toBeVisible();
  await expect(cards.french).toBeVisible();
  await expect(cards.english).toBeHidden();
  await expectAccessible(carl);
  await carl.setViewportSize({ width: 390, height: 844 });
  await carl.getByRole('button', { name: 'Show every language' }).click();
  await expect(carl.getByText('Every language is shown.')).toBeVisible();
  await expect(cards.english).toBeVisible();
  await expectAccessible(carl);

  // A reload ends the choice 'Show every language'. The page then shows only posts in the languages that the member
  // reads.
  await carl.reload();
  await expect(carl.getByText('Languages shown: French')).toBeVisible();
  await expect(cards.english).toBeHidden();

  await carl.goto('/account/profile');
  const inAccount = carl.getByRole('checkbox', { name: 'français' });
  await expect(inAccount).toBeChecked();
  await expectAccessible(carl);
  const isKept = carl.waitForResponse('**/rpc/set_my_reading');
  await carl.getByRole('group', { name: 'Languages you read' }).getByText('français').click();
  await isKept;
  await expect(inAccount).not.toBeChecked();
  expect(await rpc(carl, 'get_my_reading')).toEqual({ languages: [] });
});
