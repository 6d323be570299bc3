import { useTranslation } from 'react-i18next';
import type { Style } from '#contract/drafts.ts';
import type { PhotoEntry } from '#contract/intake.ts';
import type { PoseMarks } from '#contract/markings.ts';
import type { PublishedSimulation } from '#contract/simulation.ts';
import { engineVersion } from '#engine/recipe.ts';
import { type Moment, signsAt } from '#engine/time/course.ts';
import { CompareSlider, UntreatedPhoto } from '#web/ui/compare-slider.tsx';
import { TimeBar } from '#web/ui/time-bar.tsx';
import styles from '../photo.module.css';
import { TurnedPair } from './turned-pair.tsx';
import { useDays } from './use-days.ts';

interface Side {
  src: string;
  date: string;
  alt: string;
}

interface Props {
  simulation: PublishedSimulation;
  photo: PhotoEntry;
  /** The style of the simulation. Null means the photo without treatment. */
  style: Style | null;
  before: Side;
  /** The signed image, shown until a day is drawn. */
  signed: Side | null;
  moment: Moment;
  onMoment: (moment: Moment) => void;
  isTurning: boolean;
}

/**
 * Shows the photo and the simulation on a day after the treatment. For a simulation from an earlier version of the
 * engine, no days can be drawn. A text then explains this.
 */
export function DaysView(props: Props) {
  const { t } = useTranslation('course');
  const { simulation, before, signed, photo, isTurning } = props;
  if (Object.values(simulation.recipes).every(({ engine }) => engine === engineVersion)) return <Days {...props} />;
  return (
    <>
      <div className={styles.compare}>
        <Shown before={before} simulation={signed} marks={isTurning ? simulation.marks[photo.pose] : null} />
      </div>
      <p className={styles.limits}>{t('stored')}</p>
    </>
  );
}

function Days({ simulation, photo, style, before, signed, moment, onMoment, isTurning }: Props) {
  const { t } = useTranslation(['course', 'ui', 'dashboard']);
  const plate = [t('ui:compare.simulation'), t('ui:compare.virtual')];
  const { picture, isBusy, hasFailed } = useDays(simulation, photo, style && { style, moment }, plate);

  const drawn = (): Side | null => {
    if (!picture) return signed;
    const { day, band } = picture.moment;
    const date = t('value', { day, band: t(`band.${band}`).toLowerCase() });
    const pose = t(`dashboard:pose.${photo.pose}`);
    return { src: picture.address, date, alt: t('dashboard:after.alt.simulation', { pose, date }) };
  };
  const simulated = style && drawn();
  return (
    <>
      <div className={styles.compare}>
        <Shown before={before} simulation={simulated} marks={isTurning ? simulation.marks[photo.pose] : null} />
        {isBusy && (
          <span className={styles.drawing} role="status">
            {t(picture ? 'drawing' : 'preparing')}
          </span>
        )}
      </div>
      {hasFailed && (
        <p className={styles.limits} role="alert">
          {t('failed')}
        </p>
      )}
      <div className={styles.days}>
        <TimeBar
          moment={moment}
          onChange={onMoment}
          signs={style ? signsAt(simulation.recipes[style], moment.day) : []}
          isUntreated={style === null}
        />
      </div>
    </>
  );
}

interface ShownProps {
  before: Side;
  simulation: Side | null;
  /** The doctor's corrections of the face points, for the view with the turned head. Null if the head is not turned. */
  marks: PoseMarks | null;
}

function Shown({ before, simulation, marks }: ShownProps) {
  if (!simulation) return <UntreatedPhoto photo={before} />;
  if (marks) return <TurnedPair {...{ before, simulation, marks }} />;
  return <CompareSlider before={before} simulation={simulation} />;
}
