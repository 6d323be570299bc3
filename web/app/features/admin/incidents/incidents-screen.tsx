import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { INCIDENTS_SHOWN } from '#contract/incidents.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Screen, States } from '../screen.tsx';
import { IncidentCard } from './incident-card.tsx';
import { OpenDialog } from './open-dialog.tsx';
import styles from './incidents.module.css';

/** The register of data incidents. Each incident has a 72-hour deadline and the steps of the runbook. */
export function IncidentsScreen() {
  const { t } = useTranslation(['incidents', 'admin']);
  const { number } = useFormat();
  const query = useQuery(api.incidents.adminListIncidents.queryOptions());
  const [isOpening, setIsOpening] = useState(false);
  const open = query.data?.filter(({ closed_at }) => !closed_at).length ?? 0;
  return (
    <Screen
      title={t('admin:place.incidents')}
      lead={query.data && (open > 0 ? t('lead.open', { count: open }) : t('lead.none'))}
      tools={
        <Button variant="primary" size="s" onClick={() => setIsOpening(true)}>
          {t('record')}
        </Button>
      }
    >
      <States
        query={query}
        isEmpty={(all) => all.length === 0}
        empty={{ title: t('empty.title'), text: t('empty.text') }}
      >
        {(all) => (
          <Stack gap={24} className={styles.list}>
            {all.slice(0, INCIDENTS_SHOWN).map((incident) => (
              <IncidentCard key={incident.id} incident={incident} />
            ))}
            {all.length > INCIDENTS_SHOWN && (
              <p className="small muted">{t('cut', { number: number(INCIDENTS_SHOWN) })}</p>
            )}
          </Stack>
        )}
      </States>
      {isOpening && <OpenDialog onClose={() => setIsOpening(false)} />}
    </Screen>
  );
}
