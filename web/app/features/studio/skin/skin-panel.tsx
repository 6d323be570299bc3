import { useTranslation } from 'react-i18next';
import type { PhotoEntry } from '#contract/intake.ts';
import { scoreNames } from '#engine/metrics/score-scale.ts';
import type { MeasuredReading } from '#engine/worker/render-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { useTools } from '../marks/tool-context.ts';
import { assess, corrected, givenScores, type Corrections } from './assessment.ts';
import { ScoreRow, SpotsRow } from './score-row.tsx';
import { FaceSides } from './face-sides.tsx';
import styles from './skin.module.css';
import type { Skin } from './use-skin.ts';
import { Ruler } from 'lucide-react';
import { lengthNames, measureFace } from '#engine/geometry/measure-lengths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { useLengthWords } from '../marks/use-length-words.ts';
import { useMarkedPose } from '../stage/use-marked-pose.ts';
import type { SkinScore } from '#engine/metrics/score-skin.ts';

interface Props {
  skin: Skin;
  /** The front photo. */
  photo: PhotoEntry | undefined;
  /** The photos of all poses. */
  photos: readonly PhotoEntry[];
}

/** Shows the skin scores of the front photo, the places where they were measured, and the doctor's assessment. */
export function SkinPanel({ skin, photo, photos }: Props) {
  const { reading } = skin;
  const { t } = useTranslation('studio');
  const { set } = useTools();
  return (
    <>
      <section className={styles.skin} aria-label={t('tab.skin')}>
        {reading === null && (
          <>
            <p role="status">{t('skin.reading')}</p>
            <SkeletonRows rows={6} />
          </>
        )}
        {reading === 'failed' && <EmptyState title={t('skin.failed')} text={t('skin.failed_text')} />}
        {reading !== null && reading !== 'failed' && reading.kind === 'refused' && (
          <EmptyState title={t('skin.refused')} text={t(`skin.refused.${reading.code}`)} />
        )}
        {reading !== null && reading !== 'failed' && reading.kind === 'measured' && photo && (
          <Scores photoId={photo.id} reading={reading} skin={skin} />
        )}
      </section>
      <Measures photo={photo} onRuler={() => set({ tool: 'measure' })} />
      <FaceSides photos={photos} />
    </>
  );
}

interface ScoresProps {
  photoId: string;
  reading: MeasuredReading;
  skin: Skin;
}

function Scores({ photoId, reading, skin }: ScoresProps) {
  const { score: measured, tone } = reading;
  const { t } = useTranslation('studio');
  const { isEditable } = useWorkspace();
  const { corrections, isKept, confirm, withdraw, correct } = useSkinScore(photoId, measured, tone !== null);
  const { overall, scores } = assess(measured, corrections);
  return (
    <>
      <Row as="p" gap={8} align="baseline" className={styles.overall}>
        <span>{t('skin.overall')}</span>
        <strong>{overall.value ?? '–'}</strong>
        <span>{overall.value !== null && t('skin.band', { band: Math.round(overall.error) })}</span>
      </Row>
      {overall.told < scoreNames.length && <p className={styles.note}>{t('skin.rests_on', { told: overall.told })}</p>}
      <Sheet
        reading={reading}
        isTicked={skin.hasSheet}
        onChange={
          isEditable
            ? (hasSheet) => {
                // The paper changes the measured scores, so the doctor must confirm them again.
                if (isKept) withdraw();
                skin.setHasSheet(hasSheet);
              }
            : null
        }
      />
      <ul className={styles.scores}>
        {scoreNames.map((name) => (
          <ScoreRow
            key={name}
            name={name}
            score={scores[name]}
            onChange={
              isEditable ? (value) => correct(corrected(corrections, name, value, scores[name].measured)) : null
            }
          />
        ))}
        <SpotsRow />
      </ul>
      <p className={styles.note}>{t('skin.note')}</p>
      {isEditable && (
        <Row gap={8} align="center" justify="end" className={styles.actions}>
          {isKept && <span role="status">{t('skin.confirmed')}</span>}
          <Button
            size="xs"
            variant={isKept ? 'quiet' : 'line'}
            disabled={overall.value === null && !isKept}
            onClick={isKept ? withdraw : confirm}
          >
            {t(isKept ? 'skin.withdraw' : 'skin.confirm')}
          </Button>
        </Row>
      )}
    </>
  );
}

interface SheetProps {
  reading: MeasuredReading;
  isTicked: boolean;
  onChange: ((isTicked: boolean) => void) | null;
}

/**
 * A checkbox to confirm that white paper is in the photo. With paper, the skin tone can be measured under any lamp.
 * Only a person can confirm that the white area is paper.
 */
function Sheet({ reading: { tone, sheetFault }, isTicked, onChange }: SheetProps) {
  const { t } = useTranslation('studio');
  return (
    <Stack gap={4}>
      <Checkbox
        label={t('skin.sheet')}
        checked={isTicked}
        disabled={!onChange}
        onChange={(event) => onChange?.(event.target.checked)}
      />
      {isTicked && (
        <p className={styles.note} role="status">
          {sheetFault && t(`skin.sheet.${sheetFault}`)}
          {tone &&
            t('skin.tone', {
              group: t(`skin.tone.${tone.group}`),
              angle: Math.round(tone.ita_deg),
              error: Math.round(tone.error_deg),
            })}
        </p>
      )}
    </Stack>
  );
}

/** Shows lengths that were measured on the front photo, in millimetres. Each has its measurement error. */
function Measures({ photo, onRuler }: { photo: PhotoEntry | undefined; onRuler: () => void }) {
  const { t } = useTranslation('studio');
  const words = useLengthWords();
  const { pose } = useMarkedPose(photo?.id ?? '', 'front');
  if (!pose) return null;
  const lengths = measureFace(pose.landmarks);
  return (
    <section className={styles.measures} aria-label={t('measure.title')}>
      <h3>
        {t('measure.title')}
        <Button size="xs" variant="quiet" onClick={onRuler}>
          <Icon as={Ruler} size="s" />
          {t('tool.measure')}
        </Button>
      </h3>
      <dl>
        {lengthNames.map((name) => (
          <div key={name}>
            <dt>{t(`measure.${name}`)}</dt>
            <dd>{words(lengths[name])}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{t('measure.note')}</p>
    </section>
  );
}

/**
 * Returns the doctor's assessment of the measured scores of a photo. It is part of the draft, so undo includes it. Once
 * it is confirmed, it is signed with the case.
 *
 * @param isBesidePaper whether the scores were measured next to white paper
 */
function useSkinScore(photoId: string, measured: SkinScore, isBesidePaper: boolean) {
  const { draft } = useWorkspace();
  const { skin } = useDraft().content;
  const judged = skin?.photo_id === photoId ? skin : null;
  const corrections = judged?.corrections ?? {};
  const isKept = Boolean(judged?.given);
  const say = (next: Corrections, isConfirmed: boolean) =>
    draft.setSkin({
      photo_id: photoId,
      corrections: next,
      given: isConfirmed ? givenScores(measured, next, isBesidePaper) : null,
    });
  return {
    corrections,
    isKept,
    confirm: () => say(corrections, true),
    withdraw: () => say(corrections, false),
    // A correction changes a confirmed assessment at once. Before the confirmation, a correction is only a trial.
    correct: (next: Corrections) => say(next, isKept),
  };
}
