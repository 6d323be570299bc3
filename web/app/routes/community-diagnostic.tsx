import { useTranslation } from 'react-i18next';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { DiagnosticPage } from '#web/features/site/diagnostic-page.tsx';
import '#web/ui/styles/scripts.css';

export default function CommunityDiagnostic() {
  const { t } = useTranslation('diagnostic');
  return (
    <>
      <PageMeta title={t('title')} />
      <DiagnosticPage />
    </>
  );
}
