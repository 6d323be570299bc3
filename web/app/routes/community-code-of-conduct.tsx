import { useTranslation } from 'react-i18next';
import { TextPage } from '#web/features/community/texts/text-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function CommunityCodeOfConductRoute() {
  const { t } = useTranslation('community');
  return (
    <>
      <PageMeta title={t('texts.code.title')} />
      <TextPage text="code" />
    </>
  );
}
