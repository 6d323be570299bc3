import { useTranslation } from 'react-i18next';
import { Calibration } from './calibration.tsx';
import { SubPage } from '#web/lib/sub-page.tsx';

/** The page on which doctors decide on proposed corrections of the dose-response table. */
export function CalibrationPage() {
  const { t } = useTranslation('calibration');
  return (
    <SubPage back={{ to: '/studio', text: t('back') }} title={t('title')} lead={t('lead')}>
      <Calibration isAdmin={false} />
    </SubPage>
  );
}
