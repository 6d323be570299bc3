import { Check, ChevronDown, Globe } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { languageNames, Languages, type ReadingLanguage, ReadingLanguages } from '#contract/languages.ts';
import { usePathname } from '#web/lib/locale.tsx';
import { keepLanguage, keptLanguage, useReadingLanguage } from '#web/lib/reading-language.ts';
import { inLanguage, isOpenedFromMail, isReadInAnyLanguage } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { closeMenusOutside } from './close-menus.ts';
import './language-menu.css';

/**
 * A menu of languages that works without JavaScript. It opens another document, because each language has its own
 * document.
 */
export function LanguageMenu() {
  const { t } = useTranslation();
  const pathname = usePathname();
  const { search } = useLocation();
  const current = useReadingLanguage();
  const choices = isOpenedFromMail(inLanguage(pathname, 'en')) ? ReadingLanguages : Languages;
  useEffect(closeMenusOutside, []);
  return (
    <details className="language-menu" data-closes-outside>
      <summary>
        <Icon as={Globe} size="s" />
        <span className="visually-hidden">{t('language.label')}</span>
        <span className="language-menu__name">{languageNames[current]}</span>
        <Icon as={ChevronDown} size="s" />
      </summary>
      <ul>
        {choices.map((language) => (
          <li key={language}>
            <a
              href={addressIn(language, pathname, search)}
              hrefLang={language}
              lang={language}
              aria-current={language === current || undefined}
              onClick={(event) => {
                const path = inLanguage(pathname, 'en');
                if (language !== 'en' || !isRuledByAccount(path)) return;
                event.preventDefault();
                void chooseEnglish(path + search);
              }}
            >
              {languageNames[language]}
              {language === current && <Icon as={Check} size="s" />}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/**
 * Whether the account's language decides the language of the page at this path. This is the case if the account's
 * language is neither English nor French. The address without /fr then shows the page in the account's language, so a
 * choice of English must be saved in the account.
 */
const isRuledByAccount = (path: string): boolean =>
  isReadInAnyLanguage(path) && !isOpenedFromMail(path) && !['en', 'fr', undefined].includes(keptLanguage());

/**
 * Saves the choice of English in the account. The function does not use the client of the API, because pages with this
 * menu have not loaded the client. If the session has ended, only the setting of this browser changes.
 */
async function chooseEnglish(address: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch('/rpc/set_my_language', { method: 'POST', headers, body: '{"language":"en"}' }).catch(() => undefined);
  keepLanguage(undefined);
  location.assign(address);
}

/**
 * Returns the page's address in another language. French has its own path. On pages that are opened from an email, the
 * parameter `language` names any other language.
 */
function addressIn(language: ReadingLanguage, pathname: string, search: string): string {
  const path = inLanguage(pathname, language === 'fr' ? 'fr' : 'en');
  if (!isOpenedFromMail(inLanguage(pathname, 'en'))) return path + search;
  const query = new URLSearchParams(search);
  query.delete('language');
  if (language !== 'fr') query.set('language', language);
  return query.size > 0 ? `${path}?${query}` : path;
}
