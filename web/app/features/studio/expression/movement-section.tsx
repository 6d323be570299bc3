import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyPhoto, Expression, ExpressionPhoto } from '#contract/intake.ts';
import { actions } from '#engine/expression/relax.ts';
import type { Picture } from '#engine/picture.ts';
import { Grid } from '#web/ui/layout.tsx';
import { RangeSlider } from '#web/ui/range-slider.tsx';
import { SimulationMark } from '#web/ui/simulation-mark.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { isNone } from '../draft/recipes.ts';
import { show } from '../stage/pixels.ts';
import { useDoseWords } from '../treatment/dose-words.ts';
import { drawable, treatments } from '../treatment/treatments.ts';
import { labelRecipe, Movement } from './movement.ts';
import styles from './movement.module.css';

interface Props {
  rest: AnyPhoto;
  photo: ExpressionPhoto;
}

interface Drawn {
  none: Picture;
  label: Picture;
  chosen: Picture;
}

/**
 * Shows three images of the face during an expression: without toxin, with the dose of the approved label, and with the
 * chosen dose. A fourth image has a slider that moves the face from rest to the expression.
 */
export function MovementSection({ rest, photo }: Props) {
  const { t } = useTranslation('studio');
  const words = useDoseWords();
  const { content } = useDraft();
  const { movement, drawn, hasFailed } = useMovement(rest, photo);
  const { treatment: id } = actions[photo.pose];
  const treatment = treatments.find((one) => one.id === id);
  if (hasFailed) return <p className={styles.note}>{t('movement.failed')}</p>;
  if (!movement || !drawn || !treatment) {
    return (
      <p className={styles.note}>
        <Spinner label={t('movement.preparing')} /> {t('movement.preparing')}
      </p>
    );
  }
  const chosen = content.recipes[content.style].treatments[id];
  const doseOf = (dose: typeof chosen) =>
    dose === undefined || isNone(dose) ? t('movement.zero') : words.dose(dose, treatment);
  const label = t('movement.label', { dose: doseOf(labelRecipe(photo.pose).treatments[id]) });
  const given = t('movement.chosen', { dose: doseOf(chosen) });
  return (
    <section className={styles.section} aria-label={t('movement.title')}>
      <h3>{t('movement.title')}</h3>
      <Grid gap={16} min={220} className={styles.row}>
        <Shown picture={drawn.none} name={t('movement.none')} isPhoto />
        <Shown picture={drawn.label} name={label} />
        <Shown picture={drawn.chosen} name={given} />
        <Between movement={movement} start={drawn.none} />
      </Grid>
      <p className={styles.note}>{t('movement.note')}</p>
    </section>
  );
}

/** Prepares both photos with their face points for drawing, and draws the three images of the current recipe. */
function useMovement(rest: AnyPhoto, photo: ExpressionPhoto) {
  const { poses } = useWorkspace();
  const { content } = useDraft();
  const recipe = content.recipes[content.style];
  const [movement, setMovement] = useState<Movement | null>(null);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const expression: Expression = photo.pose;
  useEffect(() => {
    let isOver = false;
    let opened: Movement | null = null;
    const open = async () => {
      const atRest = await poses.open({ id: rest.id, url: rest.url });
      const moved = await poses.open({ id: photo.id, url: photo.url });
      if (!atRest || !moved) throw new Error('A face was not found');
      opened = await Movement.open(atRest, moved, expression);
      if (isOver) return opened.close();
      setMovement(opened);
    };
    setMovement(null);
    setDrawn(null);
    setFailed(false);
    open().catch(() => !isOver && setFailed(true));
    return () => {
      isOver = true;
      opened?.close();
    };
  }, [poses, rest.id, rest.url, photo.id, photo.url, expression]);
  useEffect(() => {
    if (!movement) return;
    let isOver = false;
    const draw = async () => {
      const none = await movement.relax(drawable({ ...recipe, treatments: {} }));
      const label = await movement.relax(labelRecipe(expression, drawable(recipe)));
      const chosen = await movement.relax(drawable(recipe));
      if (!isOver) setDrawn({ none, label, chosen });
    };
    draw().catch(() => !isOver && setFailed(true));
    return () => void (isOver = true);
  }, [movement, recipe, expression]);
  return { movement, drawn, hasFailed };
}

interface ShownProps {
  picture: Picture;
  name: string;
  isPhoto?: boolean;
}

function Shown({ picture, name, isPhoto = false }: ShownProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) show(picture, canvas.current);
  }, [picture]);
  return (
    <figure>
      <span className={styles.picture}>
        <canvas ref={canvas} role="img" aria-label={name} />
        {!isPhoto && <SimulationMark as="word" />}
      </span>
      <figcaption>{name}</figcaption>
    </figure>
  );
}

/**
 * A slider that moves the face from rest to the expression. At 100% the image is the photo of the expression. The
 * engine computes all other images from both photos. A label says that the image is a simulation.
 */
function Between({ movement, start }: { movement: Movement; start: Picture }) {
  const { t } = useTranslation('studio');
  const [percent, setPercent] = useState(100);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) show(start, canvas.current);
  }, [start]);
  useEffect(() => {
    movement
      .between(percent / 100, (picture) => canvas.current && show(picture, canvas.current))
      // When the dialog closes, the worker ends, and the running request is rejected. The rejection is not an error.
      .catch(() => {});
  }, [movement, percent]);
  return (
    <figure>
      <span className={styles.picture}>
        <canvas ref={canvas} role="img" aria-label={t('movement.slider')} />
        <SimulationMark as="word" />
      </span>
      <RangeSlider
        label={t('movement.slider')}
        text={t('movement.value', { percent })}
        value={percent}
        min={0}
        max={100}
        step={5}
        onChange={setPercent}
      />
    </figure>
  );
}
