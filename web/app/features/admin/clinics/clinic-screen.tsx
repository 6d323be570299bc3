import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Clinic } from '#contract/clinics.ts';
import { api } from '#web/lib/api.ts';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import { BackLink } from '#web/lib/sub-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { Screen, States } from '../screen.tsx';
import { ClinicDialog } from './clinic-dialog.tsx';
import { PeopleTab } from './people-tab.tsx';
import { ServicesTab } from './services-tab.tsx';
import { WaitingTab } from './waiting-tab.tsx';
import { type SiteCalendarsDialog, SitesTab } from './sites-tab.tsx';

const tabs = ['sites', 'people', 'services', 'hours', 'waiting'] as const;

interface Props {
  id: string;
  /** Draws the editor of practitioners' working hours. Practitioners use the same editor for their own hours. */
  hours: (clinic: Clinic) => ReactNode;
  calendars: SiteCalendarsDialog;
}

/** Shows a clinic's places, people, services, hours and waiting list, in tabs. */
export function ClinicScreen({ id, hours, calendars }: Props) {
  const { t } = useTranslation(['clinics', 'admin']);
  const [isEditing, setIsEditing] = useState(false);
  const query = useQuery(api.clinics.adminGetClinic.queryOptions({ input: { clinic_id: id } }));
  const clinic = query.data;
  return (
    <Screen
      title={clinic?.name ?? t('clinic.title')}
      lead={clinic && !clinic.is_active && t('inactive')}
      tools={
        clinic && (
          <Button size="xs" onClick={() => setIsEditing(true)}>
            <Icon as={Pencil} size="s" />
            {t('clinic.edit')}
          </Button>
        )
      }
    >
      <div>
        <BackLink to="/admin/clinics">{t('admin:place.clinics')}</BackLink>
        {refusalOf(query.error)?.code === 'NOT_FOUND' ? (
          <EmptyState title={t('clinic.none')} text={t('clinic.none.text')} />
        ) : (
          <States query={query} isEmpty={() => false} empty={{ title: '', text: '' }}>
            {(loaded) => <Parts clinic={loaded} hours={hours} calendars={calendars} />}
          </States>
        )}
      </div>
      {isEditing && clinic && <ClinicDialog clinic={clinic} onClose={() => setIsEditing(false)} />}
    </Screen>
  );
}

function Parts({ clinic, hours, calendars }: { clinic: Clinic } & Omit<Props, 'id'>) {
  const { t } = useTranslation('clinics');
  const [params, put] = useQueryParams();
  const asked = params.get('tab');
  const content = {
    sites: <SitesTab clinic={clinic} calendars={calendars} />,
    people: <PeopleTab clinic={clinic} />,
    services: <ServicesTab clinic={clinic} />,
    hours: hours(clinic),
    waiting: <WaitingTab clinic={clinic} />,
  };
  return (
    <Tabs
      label={t('tabs')}
      selected={tabs.find((tab) => tab === asked) ?? 'sites'}
      onSelect={(tab) => put({ tab: tab === 'sites' ? null : tab })}
      tabs={tabs.map((key) => ({ key, title: t(`tab.${key}`), content: content[key] }))}
    />
  );
}
