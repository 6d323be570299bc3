import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Brand } from '#web/features/shell/brand.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { useOwnDocument } from '#web/features/video/own-document.ts';
import { VisitPage } from '#web/features/video/visit-page.tsx';
import { RequireUser, useSession } from '#web/lib/session.tsx';
import { useSignedInArea } from '#web/lib/use-signed-in-area.ts';
import { Spinner } from '#web/ui/spinner.tsx';

/**
 * The page of a video visit. It is the only page that may use the microphone. The headers of its document give this
 * permission, so links to it load a new document.
 */
export default function VisitRoute() {
  const { t } = useTranslation('video');
  const { user } = useSession();
  const { visitId = '' } = useParams();
  useSignedInArea(Boolean(user));
  const isOwn = useOwnDocument(Boolean(user));
  return (
    <RequireUser roles={['patient', 'practitioner']}>
      <PageMeta title={t('title')} />
      {isOwn ? (
        <VisitPage visitId={visitId} isDoctor={user?.role === 'practitioner'} brand={<Brand />} />
      ) : (
        <Spinner page />
      )}
    </RequireUser>
  );
}
