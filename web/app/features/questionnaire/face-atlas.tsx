import { useTranslation } from 'react-i18next';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import { lineEnd, spots } from './atlas.ts';
import styles from './face-atlas.module.css';
import type { Area } from './options.ts';

interface Props {
  chosen: readonly Area[];
  onPress: (area: Area) => void;
}

/**
 * Draws the areas of the question on a face that reacts to clicks. The drawing is hidden from screen readers. People
 * who use a screen reader or a keyboard use the buttons of the areas.
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
