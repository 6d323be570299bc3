import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { VisitFigures } from '#web/lib/visit-figures.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Select } from '#web/ui/text-field.tsx';
import styles from './figures.module.css';

/** Shows the outcomes of one practitioner's visits, by month. */
export function VisitPart() {
  const { t } = useTranslation('agenda');
  const errorText = useErrorText();
  const query = useQuery(api.visitFigures.adminGetVisitFigures.queryOptions());
  const [asked, setAsked] = useState<string | null>(null);
  const people = query.data?.practitioners ?? [];
  const chosen = people.find(({ id }) => id === asked) ?? people[0];
  return (
    <Stack as="section" gap={12} align="start" className={styles.part} aria-labelledby="visits">
      <h2 className="h4" id="visits">
        {t('figures.admin')}
      </h2>
      <p className="small muted">{t('figures.lead')}</p>
      {query.isPending && <SkeletonRows rows={4} />}
      {query.isError && !query.data && (
        <ErrorState
          title={t('figures.failed')}
          text={errorText(query.error)}
          error={query.error}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
      {query.data && !chosen && <p>{t('figures.none')}</p>}
      {chosen && (
        <>
          <Select label={t('fact.practitioner')} value={chosen.id} onChange={(event) => setAsked(event.target.value)}>
            {people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <VisitFigures months={chosen.months} caption={chosen.name} />
        </>
      )}
    </Stack>
  );
}
