import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { PayPage } from '#web/features/appointments/pay-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { RequireUser } from '#web/lib/session.tsx';

export default function PayRoute() {
  const { t } = useTranslation('appointments');
  const { appointmentId } = useParams();
  return (
    <RequireUser roles={['patient']}>
      <PageMeta title={t('pay.title')} />
      {appointmentId && <PayPage id={appointmentId} />}
    </RequireUser>
  );
}
