import { expect, type Page } from '@playwright/test';
import { photoOf } from './photos.ts';

export type Language = 'en' | 'fr';

/** Returns the address of a page in a language. */
export function at(path: string, language: Language): string {
  return language === 'fr' ? `/fr${path}` : path;
}

/**
 * Sentences of the visitor's part of the main task, in both languages. A browser test uses these sentences to find
 * controls.
 */
export const says = {
  en: {
    camera: 'Open the camera',
    files: 'Upload photos instead',
    shutter: 'Take the photo',
    skipExpressions: 'Skip all three',
    continue: 'Continue',
    next: 'Next',
    submit: 'Submit',
    done: "You're all set",
    signIn: 'Sign in',
    close: 'Close',
    front: 'Front',
  },
  fr: {
    camera: 'Ouvrir la caméra',
    files: 'Envoyer des photos',
    shutter: 'Prendre la photo',
    skipExpressions: 'Passer les trois',
    continue: 'Continuer',
    next: 'Suivant',
    submit: 'Envoyer',
    done: 'Tout est prêt',
    signIn: 'Se connecter',
    close: 'Fermer',
    front: 'Face',
  },
} as const;

/** Opens a page and waits until React has hydrated it. */
export async function opened(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await reacts(page);
}

/**
 * Waits until React has hydrated the page. Before that, a click on a prerendered page has no effect. All children of
 * `body` are checked, because the first children may be scripts.
 */
export async function reacts(page: Page): Promise<void> {
  await page.waitForFunction(
    () => [...document.body.children].some((child) => Object.keys(child).some((key) => key.startsWith('__react'))),
    undefined,
    // By default, Playwright checks at each painted frame, but a covered window paints no frames.
    { polling: 50 },
  );
}

export async function agreeAndOpenCamera(page: Page, language: Language): Promise<void> {
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: says[language].camera }).click();
}

/** Waits while the camera takes all three photos, then skips the expressions. */
export async function threePhotosTaken(page: Page, language: Language): Promise<void> {
  await page.getByRole('button', { name: says[language].skipExpressions }).click({ timeout: 90_000 });
  await expect(page.locator('li[data-status=done]')).toHaveCount(3);
}

/** Uploads three files instead of using the camera. This is quicker for tests that do not test the camera. */
export async function uploadThreePhotos(page: Page, language: Language): Promise<void> {
  await opened(page, at('/unlock', language));
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: says[language].files }).click();
  for (const pose of ['front', 'right', 'left']) {
    const slot = page.locator(`li[data-pose=${pose}]`);
    await slot.locator('input[type=file]').setInputFiles(photoOf(pose));
    await expect(slot.getByRole('img')).toBeVisible({ timeout: 60_000 });
  }
  await page.getByRole('button', { name: says[language].continue }).click();
  await page.waitForURL(`**${at('/questions', language)}`);
}

/** Answers steps 1 to 6 with the keyboard only. */
export async function answerSixQuestions(page: Page): Promise<void> {
  const keys = [['b'], ['3'], ['a', 'd'], ['b', 'd', 'h'], ['c'], ['a']];
  for (const [index, letters] of keys.entries()) {
    await page.locator(`form[data-step="${index + 1}"]`).waitFor();
    await pressUntilTicked(page, index + 1, letters);
    await page.keyboard.press('Enter');
  }
  await page.locator('#account-phone').waitFor();
}

/** Presses keys until the answers are ticked. The page reacts to keys only a moment after it shows the question. */
async function pressUntilTicked(page: Page, step: number, letters: readonly string[]): Promise<void> {
  const ticked = page.locator(`form[data-step="${step}"] input:checked`);
  await expect(async () => {
    if ((await ticked.count()) === 0) for (const letter of letters) await page.keyboard.press(letter);
    await expect(ticked).toHaveCount(letters.length, { timeout: 2000 });
  }).toPass();
}

export interface Person {
  email: string;
  password: string;
}

export async function fillAccount(page: Page, { email, password }: Person): Promise<void> {
  await page.locator('#account-last_name').fill('Martin');
  await page.locator('#account-first_name').fill('Claire');
  await page.locator('#account-email').fill(email);
  await page.locator('#account-phone').fill('6 12 34 56 78');
  for (const [part, text] of [
    ['day', '12'],
    ['month', '5'],
    ['year', '1984'],
  ])
    await page.locator(`#account-birth_date-${part}`).fill(text ?? '');
  await page.locator('#account-password').fill(password);
  await page.locator('#account-confirm_password').fill(password);
  await page.getByRole('checkbox').first().check();
}
