import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Styles } from '#contract/drafts.ts';
import { clinicalReview, clinicalVersion } from '#engine/clinical.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { reasonsFor } from './reasons.ts';
import styles from './treatment.module.css';
import { TreatmentGroup } from './treatment-group.tsx';
import { groupOrder } from './treatments.ts';

interface Props {
  openId: string | null;
  onOpen: (id: string | null) => void;
}

const avoidedAs = { toxin: 'botox', filler: 'hyaluronic_acid', light: null } as const;

/** Shows the current style. Below it are all treatments that the engine can draw, grouped by kind. */
export function TreatmentPanel({ openId, onOpen }: Props) {
  const { t } = useTranslation('studio');
  const { studioCase, draft, isEditable } = useWorkspace();
  const { content } = useDraft();
  const reasons = reasonsFor(studioCase.answers, content.skin?.given ?? null);
  const avoids = studioCase.answers?.avoid_treatments ?? [];
  const options = Styles.map((style) => ({ value: style, label: t(`style.${style}`), disabled: !isEditable }));
  return (
    <>
      <div className={styles.styles}>
        <div className={styles.stylesLine}>
          <SegmentedControl
            label={t('style.label')}
            value={content.style}
            options={options}
            onChange={(style) => draft.setStyle(style)}
            size="s"
          />
          {isEditable && (
            <IconButton icon={RotateCcw} size="s" label={t('style.reset')} onClick={() => draft.reset()} />
          )}
        </div>
        <p className={styles.note}>{t('follow.explained')}</p>
      </div>
      {groupOrder.map((group) => (
        <TreatmentGroup
          key={group}
          group={group}
          openId={openId}
          onOpen={onOpen}
          reasons={reasons}
          isAvoided={avoidedAs[group] !== null && avoids.some((each) => each === avoidedAs[group])}
        />
      ))}
      <p className={styles.source}>
        {clinicalReview
          ? t('dataset.reviewed', { version: clinicalVersion, ...clinicalReview })
          : t('dataset.unreviewed', { version: clinicalVersion })}
      </p>
    </>
  );
}
