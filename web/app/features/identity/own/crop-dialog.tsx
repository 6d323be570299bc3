import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AvatarSide, type MyDetails } from '#contract/account.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { RangeSlider } from '#web/ui/range-slider.tsx';
import { toast } from '#web/ui/toast.ts';
import { type Crop, moved, squareOf } from './crop.ts';
import styles from './own.module.css';

interface Props {
  file: File;
  onClose: () => void;
  onDone: (details: MyDetails) => void;
}

const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [0.04, 0],
  ArrowRight: [-0.04, 0],
  ArrowUp: [0, 0.04],
  ArrowDown: [0, -0.04],
};

/**
 * Lets the person choose the part of the image that others will see. The browser crops the image and sends only this
 * part.
 */
export function CropDialog({ file, onClose, onDone }: Props) {
  const { t } = useTranslation('account');
  const { canvas, picture, crop, setCrop, isUnreadable } = usePicture(file);
  const { save, isPending } = useSaveAvatar(onDone, onClose);
  const move = (dx: number, dy: number) => picture && setCrop((before) => moved(before, picture, dx, dy));

  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons !== 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const side = event.currentTarget.clientWidth;
    move(event.movementX / side, event.movementY / side);
  };
  const nudge = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    move(...step);
  };

  const footer = (
    <>
      <Button variant="quiet" onClick={onClose}>
        {t('cancel')}
      </Button>
      <Button variant="primary" busy={isPending} disabled={!picture} onClick={() => save(canvas.current)}>
        {t('profile.picture.save')}
      </Button>
    </>
  );
  return (
    <Dialog isOpen onClose={onClose} size="s" title={t('profile.picture.crop')} footer={footer}>
      {isUnreadable ? (
        <p role="alert">{t('profile.picture.unreadable')}</p>
      ) : (
        <Stack gap={16} align="center" className={styles.crop}>
          <canvas
            ref={canvas}
            width={AvatarSide}
            height={AvatarSide}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- moved by the arrow keys, as the name says
            tabIndex={0}
            role="img"
            aria-label={t('profile.picture.move')}
            onPointerMove={drag}
            onKeyDown={nudge}
          />
          <RangeSlider
            label={t('profile.picture.zoom')}
            text={`${Math.round(crop.zoom * 100)} %`}
            min={1}
            max={4}
            step={0.05}
            value={crop.zoom}
            onChange={(zoom) => setCrop((before) => ({ ...before, zoom }))}
          />
        </Stack>
      )}
    </Dialog>
  );
}

/** Draws the image upright. It is drawn again whenever the chosen part changes. */
function usePicture(file: File) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [isUnreadable, setUnreadable] = useState(false);
  const [crop, setCrop] = useState<Crop>({ zoom: 1, x: 0.5, y: 0.5 });
  useEffect(() => {
    let isGone = false;
    createImageBitmap(file).then(
      (bitmap) => !isGone && setPicture(bitmap),
      () => !isGone && setUnreadable(true),
    );
    return () => void (isGone = true);
  }, [file]);
  useEffect(() => {
    const brush = canvas.current?.getContext('2d');
    if (!brush || !picture) return;
    const { left, top, side } = squareOf(crop, picture);
    brush.imageSmoothingQuality = 'high';
    brush.drawImage(picture, left, top, side, side, 0, 0, AvatarSide, AvatarSide);
  }, [picture, crop]);
  return { canvas, picture, crop, setCrop, isUnreadable };
}

function useSaveAvatar(onDone: (details: MyDetails) => void, onClose: () => void) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation(
    api.account.uploadMyAvatar.mutationOptions({
      onSuccess: (details) => {
        onDone(details);
        toast({ kind: 'success', title: t('profile.picture.kept') });
        onClose();
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  const save = (canvas: HTMLCanvasElement | null) =>
    canvas?.toBlob(
      (blob) => blob && mutate({ file: new File([blob], 'avatar.jpg', { type: blob.type }) }),
      'image/jpeg',
      0.92,
    );
  return { save, isPending };
}
