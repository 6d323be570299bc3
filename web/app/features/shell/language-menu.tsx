import { Check, ChevronDown, Globe } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useLocale, usePathname } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { closeMenusOutside } from './close-menus.ts';
import './language-menu.css';

const names = { en: 'English', fr: 'Français' } as const;

/** Opens without JavaScript and leads to another document, because each language has its own. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const pathname = usePathname();
  const { search } = useLocation();
  const current = useLocale();
  useEffect(closeMenusOutside, []);
  return (
    <details className="language-menu" data-closes-outside>
      <summary>
        <Icon as={Globe} size="s" />
        <span className="visually-hidden">{t('language.label')}</span>
        <span className="language-menu__name">{names[current]}</span>
        <Icon as={ChevronDown} size="s" />
      </summary>
      <ul>
        {(['en', 'fr'] as const).map((language) => (
          <li key={language}>
            <a
              href={inLanguage(pathname, language) + search}
              hrefLang={language}
              lang={language}
              // One page may stand for many addresses; the service knows which was asked for.
              data-put={`href:here.${language}`}
              aria-current={language === current || undefined}
            >
              {names[language]}
              {language === current && <Icon as={Check} size="s" />}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
