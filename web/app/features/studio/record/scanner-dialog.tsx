import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Gs1Product, readGs1 } from '#web/lib/gs1.ts';
import { photoTypes } from '#web/lib/picture-kind.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './record.module.css';
import { useScanner } from './use-scanner.ts';

interface Props {
  onRead: (product: Gs1Product) => void;
  onClose: () => void;
}

/** Scans the code on a box or a syringe, either with the camera or in a photo. */
export default function ScannerDialog({ onRead, onClose }: Props) {
  const { t } = useTranslation('record');
  const video = useRef<HTMLVideoElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<'none_in_photo' | 'not_gs1' | 'failed'>();
  const takeText = (text: string): boolean => {
    const product = readGs1(text, new Date());
    if (!product?.lot && !product?.expires_on) return false;
    onRead(product);
    return true;
  };
  const state = useScanner(video, takeText);
  const readPhoto = async (photo: File) => {
    setFault(undefined);
    try {
      const { scanCode } = await import('./scan-code.ts');
      const text = await scanCode(photo);
      if (!text) setFault('none_in_photo');
      else if (!takeText(text)) setFault('not_gs1');
    } catch {
      setFault('failed');
    }
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('scan.title')}
      lead={t('scan.lead')}
      footer={
        <Button size="s" onClick={() => file.current?.click()}>
          {t('scan.photo')}
        </Button>
      }
    >
      <div className={styles.scanner} data-state={state}>
        <video ref={video} muted playsInline aria-hidden="true" />
        <span className={styles.frame} aria-hidden="true" />
      </div>
      <p className={styles.scanState} role="status">
        {t(`scan.${fault ?? state}`)}
      </p>
      <input
        ref={file}
        type="file"
        accept={photoTypes}
        hidden
        onChange={(event) => {
          const [photo] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (photo) void readPhoto(photo);
        }}
      />
    </Dialog>
  );
}
