import { ChevronDown, Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { languageNames, ReadingLanguages } from '#contract/languages.ts';
import { useChooseLanguage } from '#web/lib/choose-language.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { HeaderMenu } from '#web/ui/header-menu.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { toast } from '#web/ui/toast.ts';

/** The menu of languages in the signed-in area. The choice is saved in the account. */
export function ReadingLanguageMenu() {
  const { t } = useTranslation();
  const current = useReadingLanguage();
  const errorText = useErrorText();
  const { choose } = useChooseLanguage((error) => toast({ kind: 'error', title: errorText(error) }));
  return (
    <HeaderMenu
      label={`${languageNames[current]}, ${t('language.choice')}`}
      selected={current}
      entries={ReadingLanguages.map((language) => ({
        key: language,
        label: <span lang={language}>{languageNames[language]}</span>,
        onSelect: () => void (language === current || choose(language)),
      }))}
      trigger={
        <>
          <Icon as={Globe} size="s" />
          <span className="only-large">{languageNames[current]}</span>
          <Icon as={ChevronDown} size="s" />
        </>
      }
    />
  );
}
