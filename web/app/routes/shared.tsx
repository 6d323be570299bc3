import { useTranslation } from 'react-i18next';
import { SharedPage } from '#web/features/care/shared-page.tsx';
import { Brand } from '#web/features/shell/brand.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function SharedRoute() {
  const { t } = useTranslation(['ui', 'care']);
  return (
    <>
      <PageMeta title={t('care:shared.title')} />
      <SharedPage brand={<Brand />} />
    </>
  );
}
