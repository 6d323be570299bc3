import { MonitorUp } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudioCase } from '#contract/cases.ts';
import { useSession } from '#web/lib/session.tsx';
import { useMedia } from '#web/lib/use-media.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { AccessLines } from '../access/openings.tsx';
import { CaseBar } from '../bar/case-bar.tsx';
import { BackgroundSection } from '../flow/background-section.tsx';
import { ImportedPast } from '../flow/imported-past.tsx';
import { CaseNotices } from '../flow/case-notices.tsx';
import { CheckBox } from '../patient/check-box.tsx';
import { PatientPanel } from '../patient/patient-panel.tsx';
import { Review } from '../sign/review.tsx';
import type { Fix } from '../sign/use-fix.ts';
import { Room } from './room.tsx';
import { useStores } from './use-stores.ts';
import { useWorkspace, WorkspaceContext } from './workspace-context.ts';
import styles from './case.module.css';

/**
 * The minimum width for the workspace. On a tablet in portrait the panel is below the stage. From 1024 px it is next to
 * the stage.
 */
const ROOMY = '(min-width: 768px)';

interface Props {
  studioCase: StudioCase;
  bell: ReactNode;
  /** Draws the case's video visit, if this doctor is in charge of the case. */
  visits: (caseId: string) => ReactNode;
}

/** Shows one open case with its stores. On a narrow screen the doctor can only read it. */
export function Workspace({ studioCase, bell, visits }: Props) {
  const { user } = useSession();
  const stores = useStores(studioCase, user?.id ?? '');
  const isRoomy = useMedia(ROOMY);
  const [reviews, setReviews] = useState(false);
  const isOpen = studioCase.status === 'received' || studioCase.status === 'in_review';
  const isInCharge = studioCase.practitioner_id === user?.id;
  const isEditable = isOpen && isInCharge;
  const [fix, setFix] = useState<(Fix & { at: number }) | null>(null);
  const workspace = useMemo(() => ({ studioCase, ...stores, isEditable }), [studioCase, stores, isEditable]);
  return (
    <WorkspaceContext value={workspace}>
      <div className={styles.screen} data-narrow={!isRoomy || undefined}>
        <CaseBar onReview={() => setReviews(true)} bell={bell} visits={isInCharge && visits(studioCase.id)} />
        <AccessLines />
        {isRoomy ? <Room onReview={() => setReviews(true)} fix={fix} /> : <NarrowCase />}
        {isEditable && isRoomy && (
          <Review
            isOpen={reviews}
            onClose={() => setReviews(false)}
            onFix={(wish) => {
              setReviews(false);
              setFix({ ...wish, at: Date.now() });
            }}
          />
        )}
      </div>
    </WorkspaceContext>
  );
}

/** Shows the case on a phone: the patient's answers and photos, and a note that drawing needs a larger screen. */
function NarrowCase() {
  const { t } = useTranslation('studio');
  const { studioCase } = useWorkspace();
  return (
    <main id="content" className={styles.narrow}>
      <Row as="section" gap={14} className={styles.narrowNote}>
        <Icon as={MonitorUp} />
        <div>
          <h2>{t('narrow.title')}</h2>
          <p>{t('narrow.text')}</p>
        </div>
      </Row>
      <ul className={styles.narrowPhotos}>
        {[...studioCase.photos, ...studioCase.expressions].map((photo) => (
          <li key={photo.id}>
            <img src={photo.thumb_url} alt={t('narrow.photo', { pose: t(`pose.${photo.pose}`) })} />
          </li>
        ))}
      </ul>
      <CaseNotices />
      <CheckBox />
      <PatientPanel />
      <BackgroundSection />
      <ImportedPast />
    </main>
  );
}
