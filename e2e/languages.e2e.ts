import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { languageNames, ReadingLanguages, type ReadingLanguage } from '#contract/languages.ts';
import { expectAccessible, expectNothingFound, rulesOfWords } from './support/accessible.ts';
import { confirmationLink } from './support/accounts.ts';
import { sentence } from './support/sentence.ts';
import { anAddress } from './support/sessions.ts';

const password = 'quiet porcelain morning';

const tabs = ['membership', 'security', 'devices', 'profile', 'privacy'];

const half = Math.ceil(ReadingLanguages.length / 2);

for (const languages of [ReadingLanguages.slice(0, half), ReadingLanguages.slice(half)])
  test(`trust 27: the dashboard and every tab of the account are accessible in ${languages.join(', ')}`, async ({
    browser,
    baseURL,
  }) => {
    test.slow();
    const page = await aPatient(browser, baseURL ?? '', `polyglot-${crypto.randomUUID()}@example.org`);
    await page.goto('/account');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(sentence('en', 'billing', 'account.title'));
    for (const language of languages)
      await test.step(languageNames[language], async () => {
        if (language !== 'en') await choose(page, language);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
        await expect(page.locator('.app-header__nav a').last()).toHaveText(sentence(language, 'ui', 'nav.help'));
        expect(new URL(page.url()).pathname.startsWith('/fr/')).toBe(language === 'fr');
        await walk(page, language);
        await page.goto(language === 'fr' ? '/fr/account' : '/account');
      });
    await page.context().close();
  });

/**
 * The languages in which all rules of axe are checked: English, one with longer texts, and one written from right to
 * left.
 */
const checkedByAllRules: readonly ReadingLanguage[] = ['en', 'fr', 'ar'];

/** Opens each account tab, then the dashboard, the notification panel, the notifications page and the friends page. */
async function walk(page: Page, language: ReadingLanguage): Promise<void> {
  const rules = checkedByAllRules.includes(language) ? undefined : rulesOfWords;
  const arriveBy = async (link: Locator, path: string) => {
    await link.click();
    await page.waitForURL(`**${path}`);
    await settled(page, rules);
  };
  await settled(page, rules);
  for (const tab of tabs) await arriveBy(page.locator(`.account-tabs [href$="/account/${tab}"]`), `/account/${tab}`);
  await arriveBy(page.locator('.account-bar__back'), '/dashboard');
  await page
    .getByRole('banner')
    .getByRole('button', { name: sentence(language, 'ui', 'bell_zero') })
    .click();
  const panel = page.getByRole('dialog', { name: sentence(language, 'notifications', 'title') });
  await expect(panel.locator('.skeleton')).toHaveCount(0);
  await expectAccessible(page, { rules });
  await arriveBy(panel.locator('a[href$="/notifications"]'), '/notifications');
  await page.goto(language === 'fr' ? '/fr/friends' : '/friends');
  await settled(page, rules);
}

/**
 * Waits until everything has loaded, and checks the page by the given rules of axe. By default, it checks all rules.
 */
async function settled(page: Page, rules?: readonly string[]): Promise<void> {
  await expect(page).toHaveTitle(/Flaira/);
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.locator('main .skeleton')).toHaveCount(0);
  await expectNothingFound(page, { rules });
}

test('trust 27: pages and emails follow the language that is stored with the account, and Arabic pages are mirrored', async ({
  browser,
  baseURL,
}) => {
  const email = `polyglot-${crypto.randomUUID()}@example.org`;
  const page = await aPatient(browser, baseURL ?? '', email);
  await page.goto('/account');
  await choose(page, 'ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');

  await test.step('Arabic begins at the right, and the page is accessible on a phone', async () => {
    const brand = await page.locator('.app-header .brand').boundingBox();
    expect(brand?.x).toBeGreaterThan(720);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      sentence('ar', 'dashboard', 'headline.no_consent'),
    );
    await expect.poll(() => overflowOf(page)).toBe(0);
    await expectAccessible(page);
  });

  await test.step('an email is written in the language of the account', async () => {
    await page.request.post('/api/auth/request-password-reset', {
      data: { email, redirectTo: '/reset-password' },
      headers: { origin: baseURL ?? '' },
    });
    await expect
      .poll(async () => {
        const letters = await (await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)).json();
        return letters.map(({ subject }: { subject: string }) => subject);
      })
      .toContain(sentence('ar', 'mail', 'reset.subject'));
  });

  await test.step('pages in another browser of the person are in Arabic too, and the header offers only English and French', async () => {
    const other = await (await browser.newContext({ extraHTTPHeaders: anAddress() })).newPage();
    await signIn(other, baseURL ?? '', email);
    await other.goto('/account');
    await expect(other.locator('html')).toHaveAttribute('lang', 'ar');
    await other.goto('/community');
    await expect(other.locator('html')).toHaveAttribute('lang', 'ar');
    await expect(other.locator('.language-menu li')).toHaveText([/English/, /Français/]);
    await other.goto('/fr/community');
    await expect(other.locator('html')).toHaveAttribute('lang', 'fr');
    await other.goto('/community');
    await expect(other.locator('first-view')).toHaveCount(0);
    await other.locator('.language-menu summary').click();
    await other.locator('.language-menu a[lang="en"]').click();
    await expect(other.locator('html')).toHaveAttribute('lang', 'en');
    expect(await languageOf(other)).toBe('en');
  });
});

for (const language of ['de', 'ar'] as const)
  test(`community 25: the pages of an account in ${languageNames[language]} are in this language, also its community`, async ({
    browser,
    baseURL,
  }) => {
    const page = await aPatient(browser, baseURL ?? '', `polyglot-${crypto.randomUUID()}@example.org`);
    await page.setViewportSize({ width: 390, height: 844 });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    const say = (domain: string, key: string) => sentence(language, domain, key);
    const isRead = async (heading: string) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
      await expect.poll(() => overflowOf(page)).toBe(0);
    };

    await test.step('a visitor gets the prerendered questionnaire in English', async () => {
      const visitor = await browser.newPage({ extraHTTPHeaders: anAddress(), locale: language });
      await visitor.goto('/questions');
      await expect(visitor.locator('html')).toHaveAttribute('lang', 'en');
      await visitor.close();
    });
    await page.request.post('/rpc/set_my_language', { data: { language } });

    await test.step('questionnaire', async () => {
      await page.goto('/questions');
      await isRead(say('questionnaire', 'photos.title'));
      await page.getByRole('button', { name: say('questionnaire', 'photos.later') }).click();
      await isRead(say('questionnaire', 'treatments_history.title'));
      await page.locator('main input').first().check({ force: true });
      await page.getByRole('button', { name: say('questionnaire', 'next') }).click();
      await isRead(say('questionnaire', 'knowledge_level.title'));
    });

    await test.step('photos', async () => {
      await page.goto('/unlock');
      await isRead(say('capture', 'title'));
    });

    await test.step('the document of the community is in the account’s language before any script has run', async () => {
      const html = await (await page.request.get('/community')).text();
      expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`);
      expect(html).toContain(`<first-view lang="${language}"`);
      expect(html).toContain(say('community', 'sort.unanswered'));
      expect(html).not.toContain(sentence('en', 'community', 'sort.unanswered'));
    });

    await test.step('the community, a thread and the form for a post are in the account’s language', async () => {
      await page.goto('/community');
      await expect(page.getByRole('link', { name: say('community', 'sort.unanswered') })).toBeVisible();
      await expect(page.locator('first-view')).toHaveCount(0);
      await expect.poll(() => overflowOf(page)).toBe(0);
      const title = page.locator('article h2 a').first();
      const words = await title.innerText();
      await title.click();
      await isRead(words);
      await expect(page.getByText(say('community', 'comments.write'))).toBeVisible();
      await page.getByRole('link', { name: say('community', 'header.create') }).click();
      await isRead(say('community', 'write.new'));
    });
    await expectAccessible(page);
    expect(faults).toEqual([]);
    await page.context().close();
  });

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function languageOf(page: Page): Promise<string> {
  const answer = await page.request.post('/rpc/who_am_i', { data: {} });
  return (await answer.json()).user.language;
}

async function choose(page: Page, language: ReadingLanguage) {
  const before = await page.locator('html').getAttribute('lang');
  await page.getByRole('button', { name: languageNames[before as ReadingLanguage] }).click();
  await page.getByRole('menuitemradio', { name: languageNames[language] }).click();
}

async function aPatient(browser: Browser, origin: string, email: string): Promise<Page> {
  const page = await (await browser.newContext({ extraHTTPHeaders: anAddress() })).newPage();
  const made = await page.request.post('/api/auth/sign-up/email', {
    data: { email, password, name: email, first_name: 'Noa', last_name: 'Weiss', language: 'en' },
    headers: { origin },
  });
  expect(made.ok(), await made.text()).toBe(true);
  await page.request.get(await confirmationLink(page, email));
  await signIn(page, origin, email);
  return page;
}

async function signIn(page: Page, origin: string, email: string) {
  const answer = await page.request.post('/api/auth/sign-in/email', { data: { email, password }, headers: { origin } });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.request.post('/rpc/ensure_patient_for_me', { data: {}, headers: { origin } });
}
