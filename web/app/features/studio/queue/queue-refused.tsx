import { BadgeCheck, CalendarDays, KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import styles from './queue.module.css';

const reasons = ['SECOND_FACTOR_REQUIRED', 'PRACTITIONER_NOT_VERIFIED', 'DOCTORS_ONLY'] as const;
type Reason = (typeof reasons)[number];

/** Whether the service refused a call because of the doctor's account, and not because of the case. */
export const keepsOut = (code: string | undefined): code is Reason => reasons.some((reason) => reason === code);

interface Props {
  refusal: Reason;
  onRetry: () => void;
  busy: boolean;
}

/** Explains why a practitioner may not (or not yet) see patients, and what the practitioner can do about it. */
export function NotYet({ refusal, onRetry, busy }: Props) {
  if (refusal === 'DOCTORS_ONLY') return <DoctorsOnly />;
  return refusal === 'SECOND_FACTOR_REQUIRED' ? <SecondFactorNeeded /> : <NotVerified onRetry={onRetry} busy={busy} />;
}

function SecondFactorNeeded() {
  const { t } = useTranslation('studio');
  const locale = useLocale();
  const back = encodeURIComponent(inLanguage('/studio', locale));
  return (
    <Stack as="section" gap={14} align="start" className={styles.refused}>
      <Icon as={KeyRound} size="l" />
      <h1 className="h3">{t('second_factor.title')}</h1>
      <p>{t('second_factor.text')}</p>
      <LinkButton to={`${inLanguage('/account/security', locale)}?return=${back}`} variant="primary" size="s">
        {t('second_factor.action')}
      </LinkButton>
    </Stack>
  );
}

function DoctorsOnly() {
  const { t } = useTranslation('studio');
  const locale = useLocale();
  return (
    <Stack as="section" gap={14} align="start" className={styles.refused}>
      <Icon as={CalendarDays} size="l" />
      <h1 className="h3">{t('doctors_only.title')}</h1>
      <p>{t('doctors_only.text')}</p>
      <LinkButton to={inLanguage('/studio', locale)} variant="primary" size="s">
        {t('doctors_only.action')}
      </LinkButton>
    </Stack>
  );
}

function NotVerified({ onRetry, busy }: Omit<Props, 'refusal'>) {
  const { t } = useTranslation('studio');
  return (
    <Stack as="section" gap={14} align="start" className={styles.refused}>
      <Icon as={BadgeCheck} size="l" />
      <h1 className="h3">{t('not_verified.title')}</h1>
      <p>{t('not_verified.text')}</p>
      <ol>
        <li>{t('not_verified.step_1')}</li>
        <li>{t('not_verified.step_2')}</li>
        <li>{t('not_verified.step_3')}</li>
      </ol>
      <Button size="s" busy={busy} onClick={onRetry}>
        {t('not_verified.action')}
      </Button>
    </Stack>
  );
}
