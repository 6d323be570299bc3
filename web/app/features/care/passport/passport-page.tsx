import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Siren } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Passport } from '#contract/treatment-records.ts';
import { emergenciesOf } from '#engine/plan/carried-out.ts';
import { api, call } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { BackLink } from '#web/lib/sub-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './passport.module.css';
import { Visit } from './visit.tsx';

/**
 * The page /dashboard/passport. It shows every treatment with its products and lots. It is meant for the patient, the
 * next doctor or an emergency team.
 */
export function PassportPage() {
  const { t } = useTranslation(['treatment-passport', 'treatment-plan', 'care']);
  const passport = useQuery(api.treatmentRecords.getMyPassport.queryOptions());
  const { data } = passport;
  return (
    <main id="content" className={`page ${styles.page}`}>
      <BackLink to="/dashboard">{t('back')}</BackLink>
      <Row as="header" gap={32} rowGap={16} align="end" justify="between" wrap className={styles.head}>
        <div>
          <h1 className="h2">{t('title')}</h1>
          <p className={styles.lead}>{t('lead')}</p>
        </div>
        {data && data.records.length > 0 && <Paper />}
      </Row>
      {data ? (
        data.records.length === 0 ? (
          <EmptyState title={t('empty.title')} text={t('empty.text')} />
        ) : (
          <Visits passport={data} />
        )
      ) : passport.isError ? (
        <ErrorState error={passport.error} onRetry={() => void passport.refetch()} busy={passport.isFetching} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </main>
  );
}

function Visits({ passport: { patient_name, records } }: { passport: Passport }) {
  const { t } = useTranslation('treatment-passport');
  const kinds = emergenciesOf(records.flatMap(({ products }) => products));
  return (
    <>
      <p className={styles.holder}>
        {t('for')} <bdi>{patient_name}</bdi>
      </p>
      {kinds.length > 0 && (
        <Stack as="section" gap={8} className={styles.emergency} aria-label={t('emergency.title')}>
          <h2>
            <Icon as={Siren} />
            {t('emergency.title')}
          </h2>
          <p>{t('emergency.call')}</p>
          {kinds.map((kind) => (
            <p key={kind}>{t(`emergency.${kind}`)}</p>
          ))}
        </Stack>
      )}
      <Stack as="ol" gap={24}>
        {records.map((record) => (
          <Visit key={record.id} record={record} />
        ))}
      </Stack>
    </>
  );
}

function Paper() {
  const { t } = useTranslation('treatment-passport');
  const language = useReadingLanguage();
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call.treatmentRecords.getPassportDocument({ language }),
    onSuccess: (file) => download(file as Blob, 'treatment-passport.pdf'),
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  return (
    <Button variant="ink" size="s" busy={isPending} onClick={() => mutate()}>
      <Icon as={Download} size="s" />
      {t('download')}
    </Button>
  );
}
