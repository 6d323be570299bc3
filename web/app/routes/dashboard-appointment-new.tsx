import { useTranslation } from 'react-i18next';
import { TakePage } from '#web/features/appointments/take/take-page.tsx';
import { WaitInstead } from '#web/features/waiting/wait-instead.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { RequireUser } from '#web/lib/session.tsx';

export default function NewAppointmentRoute() {
  const { t } = useTranslation('appointment-times');
  return (
    <RequireUser roles={['patient']}>
      <PageMeta title={t('title')} />
      <TakePage whenNoneIsFree={(wish) => <WaitInstead {...wish} />} />
    </RequireUser>
  );
}
