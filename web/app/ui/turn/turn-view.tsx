import { Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Landmarks } from '#engine/picture.ts';
import { type SwayField, swayField, swayMost_deg } from '#engine/sway/sway-field.ts';
import { createSwayRenderer, type SwayRenderer } from '#engine/sway/sway-renderer.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Button } from '../button.tsx';
import { CompareSlider } from '../compare-slider.tsx';
import { Icon } from '../icon.tsx';
import { RangeSlider } from '../range-slider.tsx';
import { Spinner } from '../spinner.tsx';
import './turn-view.css';

interface Side {
  src: string;
  alt: string;
  date: string;
}

/** The face points of a photo, in pixels of an image. Width and height are the size of this image. */
export interface FoundFace {
  width: number;
  height: number;
  landmarks: Landmarks;
}

interface Props {
  before: Side;
  simulation: Side;
  /**
   * Finds the face points. The component calls it once. While the photo is the same, the function must be the same
   * object.
   */
  findFace: () => Promise<FoundFace>;
}

/**
 * Shows a photo and its simulation with a divider between them, on a head that turns by a few degrees. Each frame has
 * the same divider and marks as the still images.
 */
export function TurnView({ before, simulation, findFace }: Props) {
  const { t } = useTranslation('course');
  const [degrees, setDegrees] = useState(0);
  const { tilt, canTilt, toggle } = useTilt(setDegrees);
  const face = useFace(findFace);
  const [hasFailed, setFailed] = useState(false);
  const fails = () => setFailed(true);
  const size = Math.abs(degrees);
  const text = degrees === 0 ? t('turn.straight') : t(degrees < 0 ? 'turn.left' : 'turn.right', { degrees: size });
  const isOff = hasFailed || face === 'failed';
  return (
    <div className="turn">
      <CompareSlider
        before={before}
        simulation={simulation}
        over={(share) =>
          face && face !== 'failed' && !hasFailed ? (
            <Turned {...{ before, simulation, face, degrees, share }} onFailure={fails} />
          ) : null
        }
      />
      {isOff ? (
        <p className="turn__words" role="alert">
          {t('turn.failed')}
        </p>
      ) : face ? (
        <>
          <RangeSlider
            label={t('turn.slider')}
            text={text}
            value={degrees}
            min={-swayMost_deg}
            max={swayMost_deg}
            step={1}
            onChange={setDegrees}
          />
          {canTilt && (
            <Button size="s" aria-pressed={tilt === 'on'} onClick={() => void toggle()}>
              <Icon as={Smartphone} size="s" />
              {t('turn.tilt')}
            </Button>
          )}
          <p className="turn__words">{t(tilt === 'refused' ? 'turn.refused' : 'turn.note')}</p>
        </>
      ) : (
        <p className="turn__words">
          <Spinner label={t('preparing')} /> {t('preparing')}
        </p>
      )}
    </div>
  );
}

type Face = FoundFace & { field: SwayField };

function useFace(findFace: () => Promise<FoundFace>): Face | 'failed' | null {
  const [face, setFace] = useState<Face | 'failed' | null>(null);
  useEffect(() => {
    let isOver = false;
    setFace(null);
    findFace().then(
      (found) => !isOver && setFace({ ...found, field: swayField(found, found.landmarks) }),
      () => !isOver && setFace('failed'),
    );
    return () => void (isOver = true);
  }, [findFace]);
  return face;
}

interface TurnedProps extends Omit<Props, 'findFace'> {
  face: Face;
  degrees: number;
  /** The percentage of the width that shows the photo. */
  share: number;
  onFailure: () => void;
}

function Turned({ before, simulation, face, degrees, share, onFailure }: TurnedProps) {
  const box = useRef<HTMLSpanElement>(null);
  const [renderer, setRenderer] = useState<SwayRenderer | null>(null);
  const failed = useRef(onFailure);
  useEffect(() => {
    let isOver = false;
    let made: SwayRenderer | null = null;
    const open = async () => {
      const { width, height, field } = face;
      const [photo, drawn] = await Promise.all([
        pictureOf(before.src, width, height),
        pictureOf(simulation.src, width, height),
      ]);
      if (isOver || !box.current) return;
      // The drawing context of the removed canvas is lost, so a new canvas is needed.
      const canvas = document.createElement('canvas');
      made = createSwayRenderer(canvas, field, { before: photo, simulation: drawn, width, height });
      box.current.replaceChildren(canvas);
      setRenderer(made);
    };
    open().catch(() => !isOver && failed.current());
    return () => {
      isOver = true;
      setRenderer(null);
      made?.dispose();
    };
  }, [before.src, simulation.src, face]);
  useEffect(() => {
    renderer?.draw(degrees, share / 100);
  }, [renderer, degrees, share]);
  return <span className="turn__picture" ref={box} aria-hidden="true" />;
}

/**
 * Loads the photo through an image element. The page's content security policy forbids `fetch` for images that the page
 * has created.
 */
async function pictureOf(src: string, width: number, height: number): Promise<ImageBitmap> {
  const image = new Image();
  image.src = src;
  await image.decode();
  return createImageBitmap(image, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' });
}

/** To turn the drawn head by one degree, the person must turn the phone by this number of degrees. */
const PHONE_DEG = 2.5;

/**
 * The function with which a page requests access to the motion sensor. Browsers that have this function give access
 * only after it is called, and allow the call only after a tap. Other browsers give access without it.
 */
interface Asking {
  requestPermission?: () => Promise<'granted' | 'denied'>;
}

type Tilt = 'off' | 'on' | 'refused';

/**
 * Lets the person turn the drawn head by turning the phone. The person must switch this on first. The switch is offered
 * only on touch screens, and not if the person prefers less motion or the browser has no motion events.
 */
function useTilt(onTurn: (degrees: number) => void) {
  const [tilt, setTilt] = useState<Tilt>('off');
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const isHeld = useMedia('(pointer: coarse)');
  const canTilt = !isStill && isHeld && typeof DeviceOrientationEvent !== 'undefined';

  useEffect(() => {
    if (tilt !== 'on' || !canTilt) return;
    let start: number | null = null;
    const turn = ({ gamma }: DeviceOrientationEvent) => {
      if (gamma === null) return;
      start ??= gamma;
      const degrees = (gamma - start) / PHONE_DEG;
      onTurn(Math.round(Math.min(swayMost_deg, Math.max(-swayMost_deg, degrees)) * 4) / 4);
    };
    addEventListener('deviceorientation', turn);
    return () => removeEventListener('deviceorientation', turn);
  }, [tilt, canTilt, onTurn]);

  const toggle = async () => {
    if (tilt === 'on') return setTilt('off');
    const { requestPermission } = DeviceOrientationEvent as unknown as Asking;
    const answer = await requestPermission?.().catch(() => 'denied');
    setTilt(answer === 'denied' ? 'refused' : 'on');
  };
  return { tilt, canTilt, toggle };
}
