import { useTranslation } from 'react-i18next';
import { QuestionsPage as Questionnaire } from '#web/features/questionnaire/questions-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function QuestionsPage() {
  const { t } = useTranslation('questionnaire');
  return (
    <>
      <PageMeta title={t('title')} description={t('description')} indexed />
      <Questionnaire />
    </>
  );
}
