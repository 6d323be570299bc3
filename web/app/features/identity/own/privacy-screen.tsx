import { useTranslation } from 'react-i18next';
import type { Me } from '#contract/identity.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { ConsentsSection } from '../security/consents-section.tsx';
import security from '../security/security.module.css';
import { AccessSection } from './access-section.tsx';
import { EraseSection } from './erase-section.tsx';
import { ExportSection } from './export-section.tsx';
import styles from './own.module.css';

const kept = ['record', 'books', 'log', 'rest'] as const;

/**
 * The page on which people request a copy of their data. Patients also see their consents and the access log here, and
 * can erase the account.
 */
export function PrivacyScreen({ user, onErased }: { user: Me; onErased: () => void }) {
  const { t } = useTranslation('account');
  const isPatient = user.role === 'patient';
  return (
    <main className={`page ${security.page}`} id="content">
      <h1 className={`h1 ${security.title}`}>{t('privacy.title')}</h1>
      {isPatient && <ConsentsSection />}
      {isPatient && <AccessSection />}
      <ExportSection />
      <SettingsSection title={t('kept.title')} text={t('kept.text')}>
        <Stack as="dl" gap={12} className={styles.kept}>
          {kept.map((what) => (
            <div key={what}>
              <dt>{t(`kept.${what}`)}</dt>
              <dd>{t(`kept.${what}.text`)}</dd>
            </div>
          ))}
        </Stack>
        <p className={`small ${styles.note}`}>
          <LocalisedLink to="/privacy-policy" reloadDocument>
            {t('kept.policy')}
          </LocalisedLink>
        </p>
      </SettingsSection>
      {isPatient ? (
        <EraseSection onErased={onErased} />
      ) : (
        <SettingsSection title={t('erase.title')} text={t('erase.staff')}>
          {null}
        </SettingsSection>
      )}
    </main>
  );
}
