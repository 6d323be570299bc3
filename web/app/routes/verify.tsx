import { useTranslation } from 'react-i18next';
import { VerifyPage } from '#web/features/care/verify-page.tsx';
import { Brand } from '#web/features/shell/brand.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function VerifyRoute() {
  const { t } = useTranslation(['ui', 'care']);
  return (
    <>
      <PageMeta title={t('care:verify.title')} />
      <VerifyPage brand={<Brand />} />
    </>
  );
}
