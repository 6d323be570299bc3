import { useTranslation } from 'react-i18next';
import { CalibrationPage } from '#web/features/calibration/calibration-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { RequireUser } from '#web/lib/session.tsx';

export default function StudioCalibrationRoute() {
  const { t } = useTranslation('calibration');
  return (
    <RequireUser roles={['practitioner']}>
      <PageMeta title={t('title')} />
      <CalibrationPage />
    </RequireUser>
  );
}
