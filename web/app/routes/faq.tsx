import { useTranslation } from 'react-i18next';
import { faqNumbers } from '#web/features/home/faq.ts';
import { FaqGroups } from '#web/features/home/faq-groups.tsx';
import { FinalCall } from '#web/features/home/final-call.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { JsonLd } from '#web/lib/json-ld.tsx';
import { PageHead } from '#web/features/site/page-head.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

export default function Faq() {
  const { t } = useTranslation('site');
  const questions = faqNumbers.map((nth) => ({
    '@type': 'Question',
    name: t(`faq.${nth}.q`),
    acceptedAnswer: { '@type': 'Answer', text: t(`faq.${nth}.a`) },
  }));
  return (
    <main id="content">
      <PageMeta title={t('faq.pageTitle')} description={t('faq.description')} indexed />
      <JsonLd data={{ '@type': 'FAQPage', mainEntity: questions }} />
      <PageHead title={t('faq.pageTitle')} lead={t('faq.pageLead')} />
      <FaqGroups />
      <FinalCall />
    </main>
  );
}
