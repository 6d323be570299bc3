import { useTranslation } from 'react-i18next';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { LanguageChoice } from './language-choice.tsx';

/** The choice of languages to read, in the account's settings. */
export function ReadingSection({ isPractitioner }: { isPractitioner: boolean }) {
  const { t } = useTranslation('community-reading');
  return (
    <SettingsSection title={t('title')} text={t('text')}>
      <LanguageChoice isPractitioner={isPractitioner} />
    </SettingsSection>
  );
}
