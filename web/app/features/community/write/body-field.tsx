import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Row } from '#web/ui/layout.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { LazyEditor } from '../editor/lazy-editor.tsx';
import type { RichEditorProps } from '../editor/rich-editor.tsx';
import { useFindPeople } from './find-people.ts';
import styles from './write.module.css';

const TextPreview = lazy(async () => ({ default: (await import('./text-preview.tsx')).TextPreview }));

interface Props {
  body: string;
  onChange: (body: string) => void;
  /** Called with the difference when the number of images that are not in the text yet rises or falls. */
  onUploading?: (change: number) => void;
  /** Uploads an image. Undefined if the service removes images and videos from the text: the editor offers neither. */
  uploadImage?: RichEditorProps['uploadImage'];
}

/** Shows the text in an editor or as a preview. */
export function BodyField({ body, onChange, onUploading, uploadImage }: Props) {
  const { t } = useTranslation('community');
  const [isPreview, setPreview] = useState(false);
  const [first] = useState(body);
  const findPeople = useFindPeople();
  return (
    <div>
      <Row gap={8} align="center" justify="between" wrap className={styles.label}>
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
      </Row>
      {isPreview && (
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <TextPreview body={body} />
        </Suspense>
      )}
      {/* The editor stays in the document while the preview is shown, so that it keeps its history and the cursor. */}
      <div hidden={isPreview}>
        <LazyEditor
          label={t('write.body')}
          placeholder={t('write.placeholder')}
          initial={first}
          onChange={onChange}
          onUploading={onUploading}
          uploadImage={uploadImage}
          findPeople={findPeople}
        />
      </div>
    </div>
  );
}
