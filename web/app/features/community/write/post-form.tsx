import { type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommunityLimits } from '#contract/community/terms.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { DraftText } from '../draft/draft.ts';
import { BodyField } from './body-field.tsx';
import { ownSubmit, sendKey } from '../parts/send-key.ts';
import { TagsField } from './tags-field.tsx';
import { uploadPostImage } from './upload-image.ts';
import styles from './write.module.css';

interface Props {
  text: DraftText;
  titleRef?: RefObject<HTMLInputElement | null>;
  onChange: (text: DraftText) => void;
  onSubmit: () => void;
  onCancel: () => void;
  isBusy: boolean;
  /** The reason why the last attempt to send the form failed. */
  error?: string;
  submit: string;
  channelId?: string;
  /** Content above the title: the choice of the community, and the notice about a draft. */
  before?: ReactNode;
  beforeFoot?: ReactNode;
  note?: ReactNode;
}

/**
 * The form for the title, text and tags of a post. It does not send input that the service would refuse as invalid, or
 * a text whose images are still being uploaded.
 */
export function PostForm({
  text,
  titleRef,
  onChange,
  onSubmit,
  onCancel,
  isBusy,
  error,
  submit,
  channelId,
  before,
  beforeFoot,
  note,
}: Props) {
  const { t } = useTranslation('community');
  const [uploads, setUploads] = useState(0);
  const isUploading = uploads > 0;
  const isValid = text.title.trim() !== '' && text.title.length <= CommunityLimits.title_max && text.body !== '';
  const submitIfValid = () => {
    if (isValid && !isBusy && !isUploading) onSubmit();
  };
  return (
    <Stack as="form" gap={20} noValidate onSubmit={ownSubmit(submitIfValid)} onKeyDownCapture={sendKey(submitIfValid)}>
      {before}
      <TextField
        ref={titleRef}
        label={t('write.title')}
        hint={t('write.title.left', { count: CommunityLimits.title_max - text.title.length })}
        maxLength={CommunityLimits.title_max}
        value={text.title}
        onChange={(event) => onChange({ ...text, title: event.target.value })}
      />
      <BodyField
        body={text.body}
        onChange={(body) => onChange({ ...text, body })}
        onUploading={(change) => setUploads((count) => count + change)}
        uploadImage={(file, facts) => uploadPostImage(file, facts, channelId)}
      />
      <TagsField tags={text.tags} onChange={(tags) => onChange({ ...text, tags })} />
      {beforeFoot}
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <Row gap={12} align="center" justify="end" wrap>
        {note}
        {!isValid && (
          <p id="write-missing" className={styles.missing}>
            {t('write.missing')}
          </p>
        )}
        <Button variant="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button
          type="submit"
          variant="primary"
          disabled={!isValid}
          busy={isBusy || isUploading}
          saving={isBusy}
          busyLabel={isUploading ? t('editor.image.uploading') : undefined}
          aria-keyshortcuts="Control+Enter"
          aria-describedby={isValid ? undefined : 'write-missing'}
        >
          {submit}
        </Button>
      </Row>
    </Stack>
  );
}
