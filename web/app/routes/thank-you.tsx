import { useTranslation } from 'react-i18next';
import { ThankYouScreen } from '#web/features/checkout/thank-you-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function ThankYouPage() {
  const { t } = useTranslation('billing');
  return (
    <>
      <PageMeta title={t('thanks.meta')} />
      <ThankYouScreen />
    </>
  );
}
