import { useMutation } from '@tanstack/react-query';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldNote } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { uploadBranding } from '../write/upload-image.ts';
import type { Picture } from './community-form.ts';
import styles from './wizard.module.css';

interface Props {
  kind: 'banner' | 'icon';
  picture: Picture | null;
  onChange: (picture: Picture | null) => void;
  /** Called with the change in the number of images that are not in the form yet: 1 or -1. */
  onUploading: (change: number) => void;
  channelId?: string;
}

/**
 * A field that uploads an image. The service checks size and shape, and returns the reason if it refuses the image. The
 * old image stays until the service accepts a new one.
 */
export function PictureField({ kind, picture, onChange, onUploading, channelId }: Props) {
  const { t } = useTranslation(['community', 'community-wizard']);
  const errorText = useErrorText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (file: File) => uploadBranding(kind, file, channelId),
    onMutate: () => onUploading(1),
    onSuccess: ({ id: imageId, url }) => onChange({ id: imageId, url }),
    onSettled: () => onUploading(-1),
  });
  return (
    <Stack gap={10} align="start">
      <p className="field__label" id={`${id}-label`}>
        {t(`community-wizard:picture.${kind}`)}
      </p>
      <div className={styles.frame} data-kind={kind}>
        {picture ? <img src={picture.url} alt={t(`community-wizard:picture.${kind}.alt`)} /> : <Icon as={ImagePlus} />}
      </div>
      <Row gap={8} wrap>
        <Button
          size="s"
          busy={isPending}
          aria-describedby={`${id}-label ${id}-note`}
          onClick={() => input.current?.click()}
        >
          {t(picture ? 'community-wizard:picture.change' : 'community-wizard:picture.choose')}
        </Button>
        {picture && (
          <Button
            size="s"
            variant="quiet"
            aria-describedby={`${id}-label`}
            onClick={() => {
              reset();
              onChange(null);
            }}
          >
            <Icon as={Trash2} size="s" />
            {t('community-wizard:picture.remove')}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          tabIndex={-1}
          accept="image/png,image/jpeg"
          aria-labelledby={`${id}-label`}
          data-picture={kind}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) mutate(file);
          }}
        />
      </Row>
      <FieldNote
        id={`${id}-note`}
        hint={t(`community-wizard:picture.${kind}.hint`)}
        error={error && errorText(error)}
      />
    </Stack>
  );
}
