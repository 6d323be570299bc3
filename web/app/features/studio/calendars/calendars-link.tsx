import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';

/** The link from a practitioner's account to their calendars. */
export function CalendarsLink() {
  const { t } = useTranslation('bookings');
  const locale = useLocale();
  return (
    <SettingsSection title={t('calendars.title')} text={t('account.text')}>
      <LinkButton to={inLanguage('/studio/calendars', locale)}>{t('account.open')}</LinkButton>
    </SettingsSection>
  );
}
