import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { EvidencePage } from '#web/features/site/evidence/evidence-page.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';
import { serviceFor } from '#web/lib/service.server.ts';

export const handle: RouteHandle = { static: true };

export const loader = (args: LoaderFunctionArgs) => serviceFor(args).evidence.getEvidence({});

export default function Evidence() {
  const { t } = useTranslation('evidence');
  return (
    <main id="content">
      <PageMeta title={t('title')} description={t('description')} indexed />
      <EvidencePage {...useLoaderData<typeof loader>()} />
    </main>
  );
}
