import { useTranslation } from 'react-i18next';
import { CapturePage } from '#web/features/capture/capture-page.tsx';
import { forgetDraft } from '#web/features/questionnaire/forget-draft.ts';
import { Brand } from '#web/features/shell/brand.tsx';
import { LanguageMenu } from '#web/features/shell/language-menu.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import '#web/ui/styles/scripts.css';

export default function UnlockPage() {
  const { t } = useTranslation('capture');
  return (
    <>
      <PageMeta title={t('title')} description={t('description')} indexed />
      <CapturePage brand={<Brand />} languages={<LanguageMenu />} forgetAnswers={forgetDraft} />
    </>
  );
}
