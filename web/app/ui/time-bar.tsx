import { useTranslation } from 'react-i18next';
import type { PassingSign } from '#engine/clinical.ts';
import { type Band, bands, type Moment, momentDays } from '#engine/time/course.ts';
import { RangeSlider } from './range-slider.tsx';
import { SegmentedControl } from './segmented-control.tsx';
import { useFormat } from '#web/lib/format.ts';
import './time-bar.css';

interface Props {
  moment: Moment;
  onChange: (moment: Moment) => void;
  /** The usual side effects on that day that are not visible in the image. */
  signs: readonly PassingSign[];
  /** True if only the untreated photo is shown. It is the same on every day. */
  isUntreated: boolean;
}

/**
 * Shows the day of an image and lets the reader change it. A line of text names the usual side effects of that day that
 * the image does not show.
 */
export function TimeBar({ moment, onChange, signs, isUntreated }: Props) {
  const { t } = useTranslation('course');
  const { commas } = useFormat();
  const { day, band } = moment;
  const options = bands.map((value) => ({ value, label: t(`band.${value}`) }));
  const value = t('value', { day, band: t(`band.${band}`).toLowerCase() });
  return (
    <section className="time-bar" aria-label={t('title')}>
      <div className="time-bar__slider">
        <RangeSlider
          label={t('slider')}
          text={value}
          value={momentDays.indexOf(day)}
          min={0}
          max={momentDays.length - 1}
          step={1}
          onChange={(at) => onChange({ ...moment, day: momentDays[at] ?? day })}
        />
        <div className="time-bar__days num" aria-hidden="true">
          {momentDays.map((each) => (
            <span key={each}>{each}</span>
          ))}
        </div>
      </div>
      <SegmentedControl<Band>
        label={t('band')}
        value={band}
        options={options}
        onChange={(next) => onChange({ ...moment, band: next })}
        size="s"
      />
      <p className="time-bar__words" aria-live="polite">
        {isUntreated ? (
          t('untreated')
        ) : (
          <>
            {day === 0 && t('day_zero')}
            {signs.length > 0 && t('signs', { signs: commas(signs.map((sign) => t(`sign.${sign}`))) })}
          </>
        )}
      </p>
      <p className="time-bar__words">{t('estimate')}</p>
    </section>
  );
}
