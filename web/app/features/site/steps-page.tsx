import { useTranslation } from 'react-i18next';
import { PageHead } from './page-head.tsx';
import { Prose } from './prose.tsx';

const steps = ['photos', 'answers', 'doctor', 'read', 'after'] as const;

/**
 * The page that explains the steps from the first photo to the plan, for people who want to know them before they
 * begin.
 */
export function StepsPage() {
  const { t } = useTranslation('site');
  return (
    <>
      <PageHead title={t('steps.title')} lead={t('steps.lead')} />
      <Prose sections={steps.map((id) => ({ id, title: t(`steps.${id}.title`), text: t(`steps.${id}.text`) }))} />
    </>
  );
}
