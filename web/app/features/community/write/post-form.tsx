import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommunityLimits } from '#contract/community/terms.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import type { DraftText } from '../draft/draft.ts';
import { LazyEditor } from '../editor/lazy-editor.tsx';
import { findPeople } from './find-people.ts';
import { TagsField } from './tags-field.tsx';
import { uploadPostImage } from './upload-image.ts';
import styles from './write.module.css';

const TextPreview = lazy(async () => ({ default: (await import('./text-preview.tsx')).TextPreview }));

interface Props {
  text: DraftText;
  onChange: (text: DraftText) => void;
  onSubmit: () => void;
  onCancel: () => void;
  isBusy: boolean;
  /** Why the last try failed. */
  error?: string;
  submit: string;
  channelId?: string;
  /** Where it is published, and what a draft says about itself. */
  before?: ReactNode;
  beforeFoot?: ReactNode;
  note?: ReactNode;
}

/** Title, text and tags; nothing can be sent that the service would refuse for its form. */
export function PostForm({
  text,
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
  const [isPreview, setPreview] = useState(false);
  const [first] = useState(text.body);
  const isValid = text.title.trim() !== '' && text.title.length <= CommunityLimits.title_max && text.body !== '';
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid && !isBusy) onSubmit();
      }}
    >
      {before}
      <Field
        label={t('write.title')}
        hint={t('write.title.left', { count: CommunityLimits.title_max - text.title.length })}
      >
        {(wiring) => (
          <input
            className="input"
            required
            maxLength={CommunityLimits.title_max}
            {...wiring}
            value={text.title}
            onChange={(event) => onChange({ ...text, title: event.target.value })}
          />
        )}
      </Field>
      <div>
        <div className={styles.label}>
          <span className="field__label">{t('write.body')}</span>
          <SegmentedControl
            label={t('write.mode')}
            size="s"
            value={isPreview ? 'preview' : 'write'}
            options={[
              { value: 'write', label: t('write.write') },
              { value: 'preview', label: t('write.preview') },
            ]}
            onChange={(mode) => setPreview(mode === 'preview')}
          />
        </div>
        {isPreview && (
          <Suspense fallback={<SkeletonRows rows={3} />}>
            <TextPreview body={text.body} />
          </Suspense>
        )}
        {/* The editor stays, so that its history and the cursor do. */}
        <div hidden={isPreview}>
          <LazyEditor
            label={t('write.body')}
            placeholder={t('write.placeholder')}
            initial={first}
            onChange={(body) => onChange({ ...text, body })}
            uploadImage={(file, facts) => uploadPostImage(file, facts, channelId)}
            findPeople={(name) => findPeople(name, { channel_id: channelId })}
          />
        </div>
      </div>
      <TagsField tags={text.tags} onChange={(tags) => onChange({ ...text, tags })} />
      {beforeFoot}
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <div className={styles.foot}>
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
          busy={isBusy}
          aria-describedby={isValid ? undefined : 'write-missing'}
        >
          {submit}
        </Button>
      </div>
    </form>
  );
}
