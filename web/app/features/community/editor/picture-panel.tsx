import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ImageSubjects } from '#contract/community/terms.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Select } from '#web/ui/text-field.tsx';
import type { PictureFacts } from '../write/upload-image.ts';
import { Shell } from './panel-shell.tsx';
import { focusOnce } from '../parts/focus-once.ts';

interface Props {
  count: number;
  onClose: () => void;
  onDone: (facts: PictureFacts) => void;
}

/**
 * The panel in which a person says, before uploading images, who appears in them. If other people appear, the person
 * confirms that they have given consent.
 */
export function PicturePanel({ count, onClose, onDone }: Props) {
  const { t } = useTranslation('community');
  const [subject, setSubject] = useState<PictureFacts['subject']>('nobody');
  const [has_consent, setConsent] = useState(false);
  const [isTried, setTried] = useState(false);
  const isMissing = subject === 'other' && !has_consent;
  return (
    <Shell
      action={t('editor.image.insert', { count })}
      onClose={onClose}
      onDone={() => {
        setTried(true);
        if (!isMissing) onDone({ subject, has_consent });
      }}
    >
      <Select
        label={t('editor.image.subject')}
        ref={focusOnce}
        value={subject}
        onChange={(event) => setSubject(event.target.value as PictureFacts['subject'])}
      >
        {ImageSubjects.map((one) => (
          <option key={one} value={one}>
            {t(`editor.image.${one}`)}
          </option>
        ))}
      </Select>
      {subject === 'other' && (
        <Checkbox
          label={t('editor.image.consent')}
          checked={has_consent}
          error={isTried && isMissing && t('editor.image.consent.missing')}
          onChange={(event) => setConsent(event.target.checked)}
        />
      )}
    </Shell>
  );
}
