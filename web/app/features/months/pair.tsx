import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format.ts';
import { Stack } from '#web/ui/layout.tsx';
import { SimulationMark } from '#web/ui/simulation-mark.tsx';
import { Select } from '#web/ui/text-field.tsx';
import styles from './months.module.css';
import { firstPair, type Shot } from './shots.ts';
import { useAligned } from './use-aligned.ts';

export function Pair({ shots }: { shots: readonly Shot[] }) {
  const first = firstPair(shots);
  return first && <Both shots={shots} first={first} />;
}

function Both({ shots, first }: { shots: readonly Shot[]; first: readonly [Shot, Shot] }) {
  const { t } = useTranslation('months');
  const [ids, setIds] = useState({ left: first[0].id, right: first[1].id });
  const [left, right] = [useRef<HTMLCanvasElement>(null), useRef<HTMLCanvasElement>(null)];
  const find = (id: string, other: Shot) => shots.find((shot) => shot.id === id) ?? other;
  const shown = { left: find(ids.left, first[0]), right: find(ids.right, first[1]) };
  const state = useAligned([shown.left, shown.right], { left, right });
  const canvases = { left, right };
  return (
    <section aria-label={t('pair')} aria-busy={state === 'busy'}>
      <div className={styles.pair}>
        {(['left', 'right'] as const).map((side) => (
          <Side
            key={side}
            side={side}
            shots={shots}
            shot={shown[side]}
            canvas={canvases[side]}
            onChoose={(id) => setIds({ ...ids, [side]: id })}
          />
        ))}
      </div>
      <p className={styles.state} role={state === 'failed' ? 'alert' : 'status'}>
        {t(`state.${state}`)}
      </p>
    </section>
  );
}

interface SideProps {
  side: 'left' | 'right';
  shots: readonly Shot[];
  shot: Shot;
  canvas: RefObject<HTMLCanvasElement | null>;
  onChoose: (id: string) => void;
}

function Side({ side, shots, shot, canvas, onChoose }: SideProps) {
  const { t } = useTranslation('months');
  const { date } = useFormat();
  const name = (each: Shot) => t('choice', { date: date(each.taken_at), kind: t(`kind.${each.kind}`) });
  return (
    <Stack as="figure" gap={12} className={styles.side}>
      <div className={styles.picture}>
        <canvas ref={canvas} role="img" aria-label={name(shot)} width={1} height={1} />
        {shot.kind !== 'photo' && <SimulationMark as="strip" className={styles.mark} />}
      </div>
      <Select label={t(`side.${side}`)} value={shot.id} onChange={(event) => onChoose(event.currentTarget.value)}>
        {shots.map((each) => (
          <option key={each.id} value={each.id}>
            {name(each)}
          </option>
        ))}
      </Select>
    </Stack>
  );
}
