import { useTranslation } from 'react-i18next';
import { PageHead } from '../page-head.tsx';
import { Prose } from '../prose.tsx';

const parts = ['report', 'rules', 'promise', 'times'] as const;

export function VulnerabilitiesPage() {
  const { t } = useTranslation('compliance');
  return (
    <>
      <PageHead title={t('vulnerabilities.title')} lead={t('vulnerabilities.lead')} />
      <Prose
        sections={parts.map((id) => ({
          id,
          title: t(`vulnerabilities.${id}.title`),
          text: t(`vulnerabilities.${id}.text`),
        }))}
      />
    </>
  );
}
