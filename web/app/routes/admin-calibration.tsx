import { useTranslation } from 'react-i18next';
import { Screen } from '#web/features/admin/screen.tsx';
import { Calibration } from '#web/features/calibration/calibration.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminCalibrationPage() {
  const { t } = useTranslation('calibration');
  return (
    <>
      <PageMeta title={t('title')} />
      <Screen title={t('title')} lead={t('lead')}>
        <Calibration isAdmin />
      </Screen>
    </>
  );
}
