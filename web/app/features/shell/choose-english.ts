import { call } from '#web/lib/api.ts';
import { keepLanguage } from '#web/lib/reading-language.ts';
import { inLanguage } from '#web/paths.ts';

/** The account speaks English from now on, and the page opens in it. Nobody is signed in any more: then this browser alone changes. */
export async function chooseEnglish(path: string): Promise<void> {
  await call.identity.setMyLanguage({ language: 'en' }).catch(() => undefined);
  keepLanguage(undefined);
  location.assign(inLanguage(path, 'en'));
}
