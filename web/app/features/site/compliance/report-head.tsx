import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format.ts';
import { PageHead } from '../page-head.tsx';

export function ReportHead({ report, date }: { report: 'compliance' | 'accessibility'; date: string }) {
  const { t } = useTranslation('compliance');
  const format = useFormat();
  return (
    <PageHead title={t(`${report}.title`)} lead={t(`${report}.lead`)}>
      <p className="small muted num">{t('date', { date: format.date(date) })}</p>
    </PageHead>
  );
}
