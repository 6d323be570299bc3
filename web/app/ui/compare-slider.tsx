import { ChevronsLeftRight } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import { SimulationMark } from './simulation-mark.tsx';
import { useCssVariable } from './use-css-variable.ts';
import './compare-slider.css';

interface Side {
  src: string;
  alt: string;
  /** The date of the image, in the reader's language. */
  date: string;
}

interface Props {
  before: Side;
  /**
   * The image on the other side of the divider, which is always a simulation. The image shows the word 'simulation',
   * and the knob of the slider never covers this word.
   */
  simulation: Side;
  /** The width divided by the height, for example '4 / 5'. */
  ratio?: '4 / 5' | '1 / 1' | '4 / 3';
  initial?: number;
  /**
   * Draws a layer over both images, under the divider and the marks. `share` is the percentage of the width that shows
   * the photo.
   */
  over?: (share: number) => ReactNode;
}

/**
 * A photo and its aligned simulation under one slider. The slider is the browser's range input. It handles the arrow
 * keys, Home and End, and screen readers announce its value.
 */
export function CompareSlider({ before, simulation, ratio = '4 / 5', initial = 50, over }: Props) {
  const { t } = useTranslation();
  const [share, setShare] = useState(initial);
  const frame = useRef<HTMLDivElement>(null);
  useCssVariable(frame, '--share', share);
  useCssVariable(frame, '--ratio', ratio);
  return (
    <div className="compare" ref={frame} dir="ltr">
      <img src={before.src} alt={before.alt} draggable={false} />
      <img className="compare__simulation" src={simulation.src} alt={simulation.alt} draggable={false} />
      {over?.(share)}
      <span className="compare__cut" aria-hidden="true" />
      <span className="compare__knob" aria-hidden="true">
        <Icon as={ChevronsLeftRight} />
      </span>
      <input
        type="range"
        min={0}
        max={100}
        value={share}
        aria-label={t('compare.label')}
        aria-valuetext={t('compare.value', { percent: `${100 - share} %` })}
        onChange={(event) => setShare(event.currentTarget.valueAsNumber)}
      />
      {share > 0 && (
        // The slider runs from left to right in every language. The direction of the text follows the language.
        <span className="compare__tag" dir="auto">
          <b>{t('compare.before')}</b>
          {before.date}
        </span>
      )}
      {share < 100 && <SimulationMark className="compare__mark">{simulation.date}</SimulationMark>}
    </div>
  );
}

/**
 * Shows the photo alone, in the same frame as the pair in the slider. The photo is not a simulation. Its label says
 * that it shows the face without treatment, and when it was taken.
 */
export function UntreatedPhoto({ photo, ratio = '4 / 5' }: { photo: Side } & Pick<Props, 'ratio'>) {
  const { t } = useTranslation();
  const frame = useRef<HTMLElement>(null);
  useCssVariable(frame, '--ratio', ratio);
  return (
    <figure className="compare" ref={frame}>
      <img src={photo.src} alt={photo.alt} draggable={false} />
      <figcaption className="compare__tag">
        <b>{t('compare.untreated')}</b>
        {photo.date}
      </figcaption>
    </figure>
  );
}
