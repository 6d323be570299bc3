import { useTranslation } from 'react-i18next';
import { PageHead } from './page-head.tsx';
import { Prose } from './prose.tsx';

const topics = ['photos', 'results', 'account', 'factor', 'privacy', 'contact'] as const;

export function HelpPage() {
  const { t } = useTranslation('site');
  return (
    <>
      <PageHead title={t('help.title')} lead={t('help.lead')} />
      <Prose sections={topics.map((id) => ({ id, title: t(`help.${id}.title`), text: t(`help.${id}.text`) }))} />
    </>
  );
}
