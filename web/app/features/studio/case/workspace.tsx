import { type ReactNode, useMemo, useState } from 'react';
import type { StudioCase } from '#contract/cases.ts';
import { useSession } from '#web/lib/session.tsx';
import { useMedia } from '#web/lib/use-media.ts';
import { AccessLines } from '../access/openings.tsx';
import { CaseBar } from '../bar/case-bar.tsx';
import { Review } from '../sign/review.tsx';
import type { Fix } from '../sign/use-fix.ts';
import { NarrowCase } from './narrow-case.tsx';
import { Room } from './room.tsx';
import { useStores } from './use-stores.ts';
import { WorkspaceContext } from './workspace-context.ts';
import styles from './case.module.css';

/**
 * The minimum width for the workspace. On a tablet in portrait the panel is below the stage. From 1024 px it is next to
 * the stage.
 */
const ROOMY = '(min-width: 768px)';

interface Props {
  studioCase: StudioCase;
  bell: ReactNode;
  /** Draws the video visit of the case, if this doctor is in charge. */
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
