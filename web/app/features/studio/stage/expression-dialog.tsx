import { type CSSProperties, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyPhoto, Expression, ExpressionPhoto } from '#contract/intake.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { MovementSection } from '../expression/movement-section.tsx';
import styles from './expression-dialog.module.css';

interface Props {
  /** The photo of the face at rest. It is undefined if the case has no front photo. */
  rest: AnyPhoto | undefined;
  expressions: readonly ExpressionPhoto[];
  shown: Expression;
  onShow: (shown: Expression) => void;
  onClose: () => void;
}

const zoomMost = 4;

/**
 * Shows an expression next to the face at rest, as large as the window allows. The reader zooms and moves both photos
 * together.
 */
export function ExpressionDialog({ rest, expressions, shown, onShow, onClose }: Props) {
  const { t } = useTranslation('studio');
  const [zoom, setZoom] = useState(1);
  const zoomId = useId();
  const frames = useRef(new Set<HTMLElement>());
  const photo = expressions.find(({ pose }) => pose === shown);
  if (!photo) return null;

  const follow = (moved: HTMLElement) => {
    for (const frame of frames.current) {
      if (frame === moved) continue;
      frame.scrollLeft = moved.scrollLeft;
      frame.scrollTop = moved.scrollTop;
    }
  };
  const pictureOf = (one: AnyPhoto, caption: ReactNode) => (
    <Stack as="figure" gap={8} className={styles.side}>
      <div
        className={styles.frame}
        style={{ '--ratio': one.width_px / one.height_px } as CSSProperties}
        role="group"
        aria-label={t(`pose.${one.pose}`)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move a photo that is larger than its frame
        tabIndex={0}
        ref={(element) => {
          if (!element) return;
          frames.current.add(element);
          return () => void frames.current.delete(element);
        }}
        onScroll={(event) => follow(event.currentTarget)}
      >
        <img
          src={one.url}
          alt={t('expressions.alt', { name: t(`pose.${one.pose}`) })}
          width={one.width_px}
          height={one.height_px}
          style={{ inlineSize: `${100 * zoom}%` }}
        />
      </div>
      <figcaption>{caption}</figcaption>
    </Stack>
  );
  return (
    <Dialog isOpen onClose={onClose} size="window" title={t('expressions.title')}>
      <Row gap={24} rowGap={8} align="center" justify="between" wrap className={styles.tools}>
        <SegmentedControl
          label={t('expressions')}
          value={shown}
          options={expressions.map(({ pose }) => ({ value: pose, label: t(`pose.${pose}`) }))}
          onChange={onShow}
        />
        <label htmlFor={zoomId}>
          {t('expressions.zoom')}
          <input
            id={zoomId}
            type="range"
            min={1}
            max={zoomMost}
            step={0.25}
            value={zoom}
            aria-valuetext={`${100 * zoom} %`}
            onChange={(event) => setZoom(event.currentTarget.valueAsNumber)}
          />
        </label>
      </Row>
      <div className={styles.pair}>
        {rest && pictureOf(rest, t('expressions.rest'))}
        {pictureOf(photo, t(`pose.${photo.pose}`))}
      </div>
      {rest && <MovementSection key={photo.id} rest={rest} photo={photo} />}
    </Dialog>
  );
}
