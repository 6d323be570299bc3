import { LayoutGrid, RotateCcw } from 'lucide-react';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PhotoKind, PhotoKinds, Poses } from '#contract/intake.ts';
import { isPose } from '#contract/photo-kinds.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { retakeAddress } from './address.ts';
import { AfterView } from './after-view.tsx';
import { BeforeView } from './before-view.tsx';
import { openGallery } from './gallery/gallery.tsx';
import styles from './photo.module.css';
import { startingPose } from './pictures.ts';
import type { Dashboard } from './use-dashboard.ts';

export type PhotoView = 'before' | 'after';

interface Props {
  dashboard: Dashboard;
  view: PhotoView;
  onView: (view: PhotoView) => void;
  ref: Ref<HTMLElement>;
}

/** Shows the photos, and the doctor's simulations of them. */
export function PhotoCard({ dashboard, view, onView, ref }: Props) {
  const { t } = useTranslation('dashboard');
  const locale = useLocale();
  const [chosen, setChosen] = useState<PhotoKind>();
  const { photos, simulation, signed, isEarlier, hasConsent } = dashboard;
  // An earlier case is shown with the photos from which its simulation was made.
  const source = isEarlier && signed ? simulation : photos;
  const taken = (isEarlier && signed ? simulation.data?.before : photos.data) ?? [];
  const first = startingPose(view === 'after' && simulation.data ? simulation.data.before : taken);
  // Expressions have no simulation, and a missing photo is shown as a placeholder for a pose. If the person has chosen
  // an expression, the first pose with an image is therefore used for the simulation and the placeholder.
  const pose = chosen && isPose(chosen) ? chosen : first;
  const shown = view === 'before' && taken.some((photo) => photo.pose === chosen) ? (chosen ?? pose) : pose;
  const kinds =
    view === 'before' ? PhotoKinds.filter((kind) => isPose(kind) || taken.some((photo) => photo.pose === kind)) : Poses;
  // Without the consent the service accepts no photo. If there is no photo at all, the headline of the page requests
  // the first photos.
  const canRetake = hasConsent && !isEarlier && taken.length > 0;
  const views = (['before', 'after'] as const).map((value) => ({ value, label: t(`view.${value}`) }));

  return (
    <section ref={ref} tabIndex={-1} className={styles.anchor} aria-label={t('photos.title')}>
      <Card
        className={styles.card}
        title={t('photos.title')}
        action={<SegmentedControl label={t('view.label')} value={view} options={views} onChange={onView} size="s" />}
      >
        {view === 'before' ? (
          <BeforeView photos={taken} pose={shown} query={source} />
        ) : (
          <AfterView dashboard={dashboard} pose={pose} />
        )}
        <Row gap={12} align="center" justify="between" wrap className={styles.foot}>
          <Row gap={4} wrap className={styles.poses} role="group" aria-label={t('pose.label')}>
            {kinds.map((one) => (
              <button key={one} type="button" aria-pressed={one === shown} onClick={() => setChosen(one)}>
                {t(`pose.${one}`)}
              </button>
            ))}
          </Row>
          <Row gap={8} wrap className={styles.actions}>
            {canRetake && (
              <LinkButton size="s" to={retakeAddress(locale)}>
                <Icon as={RotateCcw} size="s" />
                {t('action.retake_short')}
              </LinkButton>
            )}
            <Button size="s" onClick={openGallery}>
              <Icon as={LayoutGrid} size="s" />
              {t('action.gallery')}
            </Button>
          </Row>
        </Row>
      </Card>
    </section>
  );
}
