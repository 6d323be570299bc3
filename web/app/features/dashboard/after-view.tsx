import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pose } from '#contract/intake.ts';
import type { PoseMarks } from '#contract/markings.ts';
import type { PublishedSimulation } from '#contract/simulation.ts';
import type { Moment } from '#engine/time/course.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { isStyle, type Track, Tracks } from '#web/lib/tracks.ts';
import { Button } from '#web/ui/button.tsx';
import { CompareSlider, UntreatedPhoto } from '#web/ui/compare-slider.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { FreshPictures } from './fresh-pictures.tsx';
import { LoadError } from './load-error.tsx';
import styles from './photo.module.css';
import { EmptyFrame, LoadingFrame } from './photo-frames.tsx';
import { pairOf, photoOf, startingStyle, stylesOf } from './pictures.ts';
import type { Dashboard } from './use-dashboard.ts';

/** `DaysView` and `TurnedPair` also load the simulation engine, so their code is loaded at their first use. */
const DaysView = lazy(async () => ({ default: (await import('./days/days-view.tsx')).DaysView }));

const TurnedPair = lazy(async () => ({ default: (await import('./days/turned-pair.tsx')).TurnedPair }));

interface Props {
  dashboard: Dashboard;
  pose: Pose;
}

/** Shows the signed simulation over the photo from which it was made. */
export function AfterView({ dashboard: { simulation, signed, shown, cases }, pose }: Props) {
  const { t } = useTranslation('dashboard');
  if (cases.isPending) return <LoadingFrame />;
  const failed = cases.isError && !cases.data ? cases : simulation.isError && !simulation.data ? simulation : undefined;
  if (failed) {
    return (
      <div className={styles.frame}>
        <LoadError
          error={failed.error}
          text={t('error.simulation')}
          onRetry={() => void failed.refetch()}
          busy={failed.isFetching}
        />
      </div>
    );
  }
  if (!signed) return <EmptyFrame pose={pose} title={t('after.none')} text={t('after.none_text')} />;
  if (!simulation.data) return <LoadingFrame />;
  return (
    <>
      <Comparison simulation={simulation.data} pose={pose} renew={simulation.refetch} />
      {signed !== shown && <p className={styles.limits}>{t('after.from', { number: signed.number })}</p>}
    </>
  );
}

function Comparison({
  simulation,
  pose,
  renew,
}: {
  simulation: PublishedSimulation;
  pose: Pose;
  renew: () => Promise<unknown>;
}) {
  const { t } = useTranslation('dashboard');
  const [chosen, setChosen] = useState<Track>();
  const [moment, setMoment] = useState<Moment | null>(null);
  const [isTurning, setTurning] = useState(false);
  const track = chosen ?? startingStyle(simulation);
  const side = useSides(pose);
  const untreated = photoOf(simulation.before, pose);
  const photo = track === 'untreated' ? untreated : undefined;
  const pair = track && isStyle(track) ? pairOf(simulation, pose, track) : undefined;
  const none = (
    <EmptyFrame pose={pose} title={t('photos.none')} text={t(pair || photo ? 'photos.lost' : 'after.no_pair')} />
  );
  // A photo from the side does not show enough of the far cheek, so the head cannot be turned.
  const turns = isTurning && pair !== undefined && pose === 'front';
  const hasDays = untreated !== undefined && (photo ?? pair) !== undefined;
  return (
    <>
      {moment && hasDays ? (
        <FreshPictures key={untreated.id} renew={renew} lost={none}>
          <Suspense fallback={<LoadingFrame />}>
            <DaysView
              simulation={simulation}
              photo={untreated}
              style={track && isStyle(track) ? track : null}
              before={side(pair ? 'before' : 'untreated', untreated)}
              signed={pair ? side('simulation', pair.simulation) : null}
              moment={moment}
              onMoment={setMoment}
              isTurning={turns}
            />
          </Suspense>
        </FreshPictures>
      ) : photo ? (
        <FreshPictures key={photo.id} renew={renew} lost={none}>
          <div className={styles.compare}>
            <UntreatedPhoto photo={side('untreated', photo)} />
          </div>
        </FreshPictures>
      ) : pair ? (
        <FreshPictures key={`${pair.before.id} ${pair.simulation.id}`} renew={renew} lost={none}>
          <div className={styles.compare}>
            <Signed
              before={side('before', pair.before)}
              simulation={side('simulation', pair.simulation)}
              marks={turns ? simulation.marks[pose] : null}
            />
          </div>
        </FreshPictures>
      ) : (
        none
      )}
      {hasDays && (
        <Motions
          moment={moment}
          onMoment={setMoment}
          isTurning={turns}
          onTurning={pair && pose === 'front' ? setTurning : null}
        />
      )}
      {track && <StyleSwitch simulation={simulation} value={track} onChange={setChosen} />}
      <p className={styles.limits}>
        {t(track === 'untreated' ? 'after.untreated' : 'after.limits')}{' '}
        <LocalisedLink to="/dashboard/months" className="link">
          {t('after.months')}
        </LocalisedLink>
      </p>
    </>
  );
}

interface SignedProps {
  before: Side;
  simulation: Side;
  /** The doctor's corrections of the face points, for the view with the turned head. Null if the head is not turned. */
  marks: PoseMarks | null;
}

function Signed({ marks, ...pair }: SignedProps) {
  if (!marks) return <CompareSlider {...pair} />;
  return (
    <Suspense fallback={<LoadingFrame />}>
      <TurnedPair {...pair} marks={marks} />
    </Suspense>
  );
}

interface MotionsProps {
  moment: Moment | null;
  onMoment: (moment: Moment | null) => void;
  isTurning: boolean;
  /** Starts or ends the view with the turned head. The function is null if the head cannot be turned. */
  onTurning: ((turns: boolean) => void) | null;
}

/** Switches to the moving views of a simulation: the days after the treatment, and the turned head. */
function Motions({ moment, onMoment, isTurning, onTurning }: MotionsProps) {
  const { t } = useTranslation('course');
  return (
    <Row gap={8} wrap className={styles.motions}>
      <Button
        size="s"
        aria-expanded={moment !== null}
        onClick={() => onMoment(moment ? null : { day: 30, band: 'likely' })}
      >
        {t(moment ? 'close' : 'open')}
      </Button>
      {onTurning && (
        <Button size="s" aria-expanded={isTurning} onClick={() => onTurning(!isTurning)}>
          {t(isTurning ? 'turn.close' : 'turn.open')}
        </Button>
      )}
    </Row>
  );
}

interface Side {
  src: string;
  date: string;
  alt: string;
}

/** Returns a function that adds the date and the description to an image of a pose. */
function useSides(pose: Pose) {
  const { t } = useTranslation('dashboard');
  const { date } = useFormat();
  return (kind: 'before' | 'simulation' | 'untreated', { url, created_at }: { url: string; created_at: string }) => {
    const day = date(created_at);
    return { src: url, date: day, alt: t(`after.alt.${kind}`, { pose: t(`pose.${pose}`), date: day }) };
  };
}

interface StyleSwitchProps {
  simulation: PublishedSimulation;
  value: Track;
  onChange: (track: Track) => void;
}

/**
 * Switches between the untreated photo and the styles, from the least to the most visible. A dot marks the requested
 * style, which the text below names.
 */
function StyleSwitch({ simulation, value, onChange }: StyleSwitchProps) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const asked = simulation.style_asked_for;
  const made = stylesOf(simulation);
  const options = Tracks.filter((track) => !isStyle(track) || made.includes(track)).map((style) => ({
    value: style,
    label: (
      <>
        {isStyle(style) ? t(`style.${style}`) : t('ui:compare.untreated')}
        {style === asked && (
          <>
            <i className={styles.dot} aria-hidden="true" />
            <span className="visually-hidden">{t('style.asked')}</span>
          </>
        )}
      </>
    ),
  }));
  return (
    <Stack align="start" className={styles.range}>
      <SegmentedControl label={t('style.label')} value={value} options={options} onChange={onChange} size="s" wraps />
      {asked && (
        <p className={styles.asked}>
          <i className={styles.dot} aria-hidden="true" />
          {t('style.asked_note')}
        </p>
      )}
    </Stack>
  );
}
