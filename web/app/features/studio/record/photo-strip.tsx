import { useMutation } from '@tanstack/react-query';
import { ImagePlus, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { RECORD_MOST, type TreatmentPhoto } from '#contract/treatment-records.ts';
import { call } from '#web/lib/api.ts';
import { photoTypes } from '#web/lib/picture-kind.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldNote } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import styles from './record.module.css';

interface Props {
  caseId: string;
  photos: readonly TreatmentPhoto[];
  onUploading: (isUploading: boolean) => void;
  onAdd: (photo: TreatmentPhoto) => void;
  onRemove: (id: string) => void;
}

/**
 * The photos of the visit. A photo is uploaded as soon as the doctor chooses it. Photos that the doctor removes are
 * left out of the record.
 */
export function PhotoStrip({ caseId, photos, onUploading, onAdd, onRemove }: Props) {
  const { t } = useTranslation('record');
  const errorText = useErrorText();
  const field = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: (file: File) => call.treatmentRecords.uploadTreatmentPhoto({ case_id: caseId, file }),
    onMutate: () => onUploading(true),
    onSuccess: onAdd,
    onSettled: () => onUploading(false),
  });
  return (
    <section className={styles.section} aria-label={t('photos')}>
      <h2>{t('photos')}</h2>
      <p className={styles.hint}>{t('photos.hint', { count: RECORD_MOST.photos })}</p>
      <ul className={styles.photos}>
        {photos.map(({ id, thumb_url }, at) => (
          <li key={id}>
            <img src={thumb_url} alt={t('photo', { number: at + 1 })} />
            <IconButton icon={X} label={t('photos.remove', { number: at + 1 })} onClick={() => onRemove(id)} />
          </li>
        ))}
      </ul>
      {photos.length < RECORD_MOST.photos && (
        <Button size="s" busy={upload.isPending} onClick={() => field.current?.click()}>
          <Icon as={ImagePlus} size="s" />
          {t('photos.add')}
        </Button>
      )}
      <input
        ref={field}
        type="file"
        accept={photoTypes}
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) upload.mutate(file);
        }}
      />
      {upload.error && <FieldNote id="photo-fault" error={errorText(upload.error)} />}
    </section>
  );
}
