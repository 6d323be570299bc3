import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '#contract/identity.ts';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import security from '../security/security.module.css';
import { AvatarRow } from './avatar-row.tsx';
import { ChoicesSection } from './choices-section.tsx';
import { DetailsForm } from './details-form.tsx';
import { SmsSection } from './sms-section.tsx';
import { detailsQuery } from './use-details.ts';

interface Props {
  user: Me;
  /** The control that turns push notifications on for this browser. */
  push?: ReactNode;
  /** The control for the languages that the person wants to read. */
  reading?: ReactNode;
  /** The link to a practitioner's calendars. */
  calendars?: ReactNode;
}

/** The page on which people change their name, contact data, photo and language, and choose their notifications. */
export function ProfileScreen({ user, push, reading, calendars }: Props) {
  // Loads the form's translations, too. If the form loaded them later, the page would show its spinner again.
  const { t } = useTranslation(['account', 'identity']);
  const { data, error, isError, isFetching, isPending, refetch } = useQuery(detailsQuery);
  return (
    <main className={`page ${security.page}`} id="content" aria-busy={isPending}>
      <h1 className={`h1 ${security.title}`}>{t('profile.title')}</h1>
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {isPending && <SkeletonRows rows={6} />}
      {data && (
        <>
          <SettingsSection title={t('profile.picture')} text={t('profile.picture.text')}>
            <AvatarRow details={data} />
          </SettingsSection>
          <SettingsSection title={t('profile.details')} text={t('profile.details.text')}>
            <DetailsForm details={data} role={user.role} />
          </SettingsSection>
        </>
      )}
      {reading}
      <ChoicesSection push={push} />
      {calendars}
      {user.role === 'patient' && <SmsSection phone={user.phone ?? ''} />}
    </main>
  );
}
