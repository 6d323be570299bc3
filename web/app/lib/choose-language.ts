import { useState } from 'react';
import { useLocation } from 'react-router';
import type { ReadingLanguage } from '#contract/languages.ts';
import { inLanguage } from '../paths.ts';
import { call } from './api.ts';
import { usePathname } from './locale.tsx';
import { keepLanguage } from './reading-language.ts';

/**
 * Returns a function that saves the language in the account. It then loads the page again as a new document, so that
 * all of its text changes.
 */
export function useChooseLanguage(onFault: (error: unknown) => void) {
  const pathname = usePathname();
  const { search } = useLocation();
  const [isBusy, setBusy] = useState(false);
  const choose = async (language: ReadingLanguage) => {
    setBusy(true);
    try {
      await call.identity.setMyLanguage({ language });
      keepLanguage(language);
      location.assign(inLanguage(pathname, language === 'fr' ? 'fr' : 'en') + search);
    } catch (error) {
      onFault(error);
      setBusy(false);
    }
  };
  return { choose, isBusy };
}
