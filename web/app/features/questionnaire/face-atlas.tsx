import { useTranslation } from 'react-i18next';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import styles from './face-atlas.module.css';
import type { Area } from './options.ts';

/**
 * The points of each area on the drawing of the face, in units of the drawing (1200 × 1240). The label is next to the
 * last point.
 */
const spots: Partial<Record<Area, readonly (readonly [x: number, y: number])[]>> = {
  hairline: [[600, 196]],
  forehead: [[600, 335]],
  eyebrows: [
    [392, 404],
    [808, 404],
  ],
  eyes: [
    [432, 530],
    [768, 530],
  ],
  cheekbones: [
    [352, 672],
    [848, 672],
  ],
  lips: [[600, 846]],
  chin: [[600, 1040]],
  jawline: [
    [366, 900],
    [834, 900],
  ],
  neck: [[600, 1168]],
};

/** The x coordinate at which the line from a point to its label ends. It is to the right of the face. */
const lineEnd = 1030;

interface Props {
  chosen: readonly Area[];
  onPress: (area: Area) => void;
}

/**
 * Draws a face and the areas of the question on it. A click on an area chooses it. The drawing is hidden from screen
 * readers. People who use a screen reader or a keyboard use the buttons of the areas.
 */
export function FaceAtlas({ chosen, onPress }: Props) {
  return (
    <div className={styles.atlas}>
      <div className={styles.inside}>
        <FaceDrawing className={styles.face} />
        <svg viewBox="0 0 1200 1240" fill="none" aria-hidden="true">
          {(Object.keys(spots) as Area[]).map((area) => (
            <Spot key={area} area={area} isOn={chosen.includes(area)} onPress={() => onPress(area)} />
          ))}
        </svg>
      </div>
    </div>
  );
}

function Spot({ area, isOn, onPress }: { area: Area; isOn: boolean; onPress: () => void }) {
  const { t } = useTranslation('questionnaire');
  const points = spots[area] ?? [];
  const [x = 0, y = 0] = points.at(-1) ?? [];
  return (
    <g className={isOn ? styles.on : styles.off} data-area={area} onClick={onPress}>
      {isOn && (
        <>
          <path d={`M${x + 28} ${y}H${lineEnd}`} />
          <text x={lineEnd + 12} y={y + 9}>
            {t(`facial_areas.${area}`)}
          </text>
        </>
      )}
      {points.map(([cx, cy]) => (
        <g key={`${cx} ${cy}`}>
          <circle className={styles.target} cx={cx} cy={cy} r="46" />
          {isOn && <circle className={styles.halo} cx={cx} cy={cy} r="22" />}
          <circle className={styles.point} cx={cx} cy={cy} r={isOn ? 10 : 7} />
        </g>
      ))}
    </g>
  );
}
