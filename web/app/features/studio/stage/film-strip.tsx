import { Check, CircleAlert, Eye } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Expression, PhotoEntry, Pose } from '#contract/intake.ts';
import { useFormat } from '#web/lib/format.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { usePose, useWorkspace } from '../case/workspace-context.ts';
import { ExpressionDialog } from './expression-dialog.tsx';
import styles from './film.module.css';

interface Props {
  photos: readonly PhotoEntry[];
  current: Pose | undefined;
  onOpen: (pose: Pose) => void;
  /** The photo of an earlier set that the stage shows instead of the current photo. */
  earlier: PhotoEntry | null;
  onEarlier: (photo: PhotoEntry) => void;
}

/** Shows the poses of the photo set with their states, the patient's expressions, and earlier sets. */
export function FilmStrip({ photos, current, onOpen, earlier, onEarlier }: Props) {
  const { studioCase } = useWorkspace();
  const now = new Set(photos.map(({ pose }) => pose));
  const { t } = useTranslation('studio');
  const { day } = useFormat();
  return (
    <nav className={styles.film} aria-label={t('poses')}>
      {photos[0] && <p>{day(photos[0].created_at)}</p>}
      <ul>
        {photos.map((photo) => (
          <li key={photo.id}>
            <Shot photo={photo} isCurrent={photo.pose === current} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <Expressions rest={photos.find(({ pose }) => pose === 'front')} />
      {studioCase.earlier_sets.map((set) => (
        <div key={set.signed_at} className={styles.earlier}>
          <p>{day(set.photos[0]?.created_at ?? set.signed_at)}</p>
          <ul>
            {set.photos
              .filter(({ pose }) => now.has(pose))
              .map((photo) => (
                <li key={photo.id}>
                  <button
                    type="button"
                    className={styles.shot}
                    aria-pressed={photo.id === earlier?.id}
                    title={t('earlier.open')}
                    onClick={() => onEarlier(photo)}
                  >
                    <span className={styles.thumb}>
                      <img src={photo.thumb_url} alt="" />
                    </span>
                    <Row as="span" align="center" justify="between" className={styles.shotName}>
                      {t(`pose.${photo.pose}`)}
                    </Row>
                    <span>{set.number}</span>
                  </button>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Lists the expression photos. A press on one of them shows it next to the photo of the face at rest. */
function Expressions({ rest }: { rest: PhotoEntry | undefined }) {
  const { expressions } = useWorkspace().studioCase;
  const { t } = useTranslation('studio');
  const [shown, setShown] = useState<Expression>();
  return (
    <div className={styles.expressions}>
      <p>{t('expressions')}</p>
      {expressions.length === 0 && <p>{t('expressions.none')}</p>}
      <ul>
        {expressions.map((photo) => (
          <li key={photo.id}>
            <button
              type="button"
              className={styles.shot}
              title={t('expressions.open')}
              onClick={() => setShown(photo.pose)}
            >
              <span className={styles.thumb}>
                <img src={photo.thumb_url} alt="" />
              </span>
              <Row as="span" align="center" justify="between" className={styles.shotName}>
                {t(`pose.${photo.pose}`)}
              </Row>
              {!photo.is_verified && <span>{t('shot.unverified')}</span>}
            </button>
          </li>
        ))}
      </ul>
      {shown && (
        <ExpressionDialog {...{ rest, expressions, shown }} onShow={setShown} onClose={() => setShown(undefined)} />
      )}
    </div>
  );
}

function Shot({ photo, isCurrent, onOpen }: { photo: PhotoEntry; isCurrent: boolean; onOpen: (pose: Pose) => void }) {
  const { t } = useTranslation('studio');
  const state = usePose(photo.id);
  const isBusy = state.kind === 'loading' || state.kind === 'detecting';
  const note =
    state.kind === 'failed'
      ? t(`shot.${state.why}`)
      : isBusy
        ? t('shot.busy')
        : photo.is_verified
          ? t('shot.checked')
          : t('shot.unverified');
  return (
    <button
      type="button"
      className={styles.shot}
      aria-current={isCurrent || undefined}
      onClick={() => onOpen(photo.pose)}
    >
      <span className={styles.thumb}>
        <img src={photo.thumb_url} alt="" />
      </span>
      <Row as="span" align="center" justify="between" className={styles.shotName}>
        {t(`pose.${photo.pose}`)}
        {isBusy ? (
          <Spinner />
        ) : (
          <Icon as={state.kind === 'failed' ? CircleAlert : photo.is_verified ? Check : Eye} size="s" />
        )}
      </Row>
      <span>{note}</span>
    </button>
  );
}
