import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskClinic } from '#contract/clinics.ts';
import { api } from '#web/lib/api.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { BackLink } from '#web/lib/sub-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import '#web/ui/hour-grid/hour-page.css';
import styles from './desk.module.css';
import { DeskRefused, keepsDeskOut } from './desk-refused.tsx';

type Site = DeskClinic['sites'][number];

interface Props {
  /**
   * Draws the editor of a practitioner's hours, which practitioners also use for their own hours. The route supplies
   * this editor and the dialogs `days` and `calendars`.
   */
  hours: (clinic: DeskClinic) => ReactNode;
  days: (site: Site, clinic: DeskClinic, onClose: () => void) => ReactNode;
  calendars: (site: Site, onClose: () => void) => ReactNode;
}

/**
 * The page on which the reception manages its clinics. For each site, buttons open the special days (closed, or open on
 * a public holiday) and the URLs of the calendar feeds. Below the sites, the reception edits the practitioners' hours.
 */
export function DeskClinicPage({ hours, days, calendars }: Props) {
  const { t } = useTranslation(['agenda', 'clinics']);
  const errorText = useErrorText();
  const { data: loaded, error, isPending, isFetching, refetch } = useQuery(api.clinics.deskListClinics.queryOptions());
  const [open, setOpen] = useState<{ what: 'days' | 'calendars'; site: Site; clinic: DeskClinic }>();
  const close = () => setOpen(undefined);
  const retry = () => void refetch();
  const code = refusalOf(error)?.code;
  // Clinics that were loaded earlier are hidden too, because the person may have left them in the meantime.
  const kept = code && keepsDeskOut(code) ? code : null;
  const data = kept ? undefined : loaded;
  return (
    <main id="content" className="hour-page">
      <BackLink to="/desk">{t('desk.back')}</BackLink>
      {kept ? (
        <DeskRefused code={kept} onRetry={retry} busy={isFetching} />
      ) : (
        <header className="hour-page__head">
          <h1 className="h2">{t('desk.clinic')}</h1>
        </header>
      )}
      {isPending && <SkeletonRows rows={6} />}
      {error && !data && !kept && (
        <ErrorState text={errorText(error)} error={error} onRetry={retry} busy={isFetching} />
      )}
      {data?.length === 0 && <EmptyState title={t('desk.nowhere')} text={t('desk.nowhere.text')} />}
      {data?.map((clinic) => (
        <Stack as="section" key={clinic.id} gap={16} className={styles.clinic} aria-label={clinic.name}>
          <h2 className="h3">
            <bdi>{clinic.name}</bdi>
          </h2>
          <Stack as="ul">
            {clinic.sites.map((site) => (
              <Row
                as="li"
                key={site.id}
                gap={24}
                rowGap={8}
                align="center"
                justify="between"
                wrap
                className={styles.site}
              >
                <bdi>{site.name}</bdi>
                <span className={styles.buttons}>
                  {(['days', 'calendars'] as const).map((what) => (
                    <Button key={what} size="s" onClick={() => setOpen({ what, site, clinic })}>
                      {t(what === 'days' ? 'clinics:days.title' : 'clinics:site.calendars')}
                      <span className="visually-hidden"> {site.name}</span>
                    </Button>
                  ))}
                </span>
              </Row>
            ))}
          </Stack>
          {clinic.practitioners.length > 0 && (
            <>
              <h3 className="title">{t('clinics:tab.hours')}</h3>
              {hours(clinic)}
            </>
          )}
          {(clinic.sites.length === 0 || clinic.practitioners.length === 0) && (
            <p className="muted">{t('desk.bare')}</p>
          )}
        </Stack>
      ))}
      {data && open?.what === 'days' && days(open.site, open.clinic, close)}
      {data && open?.what === 'calendars' && calendars(open.site, close)}
    </main>
  );
}
