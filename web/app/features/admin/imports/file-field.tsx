import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#web/ui/button.tsx';
import styles from './imports.module.css';

interface Props {
  label: string;
  accept: string;
  disabled: boolean;
  describedBy?: string;
  isInvalid?: boolean;
  onFile: (file: File | undefined) => void;
}

/**
 * A field for choosing a file, with labels in the language of the page. The browser's own field would use the browser's
 * language.
 */
export function FileField({ label, accept, disabled, describedBy, isInvalid, onFile }: Props) {
  const { t } = useTranslation('imports');
  const id = useId();
  const nameId = useId();
  const [name, setName] = useState('');
  return (
    <>
      <span id={id} className="strong">
        {label}
      </span>
      <div className={styles.buttons}>
        <label className={buttonClass({ size: 's' }, styles.choose)} data-disabled={disabled || undefined}>
          <input
            className={styles.input}
            type="file"
            accept={accept}
            disabled={disabled}
            aria-labelledby={id}
            aria-describedby={[name && nameId, describedBy].filter(Boolean).join(' ') || undefined}
            aria-invalid={isInvalid}
            onChange={({ target }) => {
              const file = target.files?.[0];
              // The field is cleared, so that the person can choose the same file again after correcting it.
              target.value = '';
              setName(file?.name ?? '');
              onFile(file);
            }}
          />
          <span aria-hidden="true">{t('choose')}</span>
        </label>
        {name && (
          <bdi id={nameId} className={styles.chosen}>
            {name}
          </bdi>
        )}
      </div>
    </>
  );
}
