import { Check, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { rulesOf, Shown } from '#contract/regions.ts';
import { Wordings } from '#contract/site.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import type { FieldsProps } from './block-fields.tsx';
import { changed, valueAt } from './edit.ts';
import styles from './site-content.module.css';

const PATH = ['content', 'content', 'wording'];

/**
 * Chooses the wording of the plans for visitors of the region. The region's rules for this wording are listed below the
 * choice.
 */
export function PlanWording({ edit, onChange, region }: FieldsProps) {
  const { t } = useTranslation('content');
  const { show } = rulesOf(region);
  const wording = Wordings.find((one) => one === valueAt(edit, PATH)) ?? 'specified';
  return (
    <>
      <SegmentedControl
        label={t('field.plans.legend')}
        size="s"
        wraps
        value={wording}
        options={Wordings.map((value) => ({ value, label: t(`field.plans.${value}`) }))}
        onChange={(value) => onChange(changed(edit, PATH, value))}
      />
      <Stack as="section" gap={12} className={styles.group} aria-labelledby="plan-rules">
        <h3 className="title" id="plan-rules">
          {t('plans.rules')}
        </h3>
        <Stack as="dl" gap={12} className={styles.rules}>
          {Shown.map((kind) => (
            <div key={kind}>
              <dt>
                <Icon
                  as={show[kind].may ? Check : X}
                  size="s"
                  label={t(show[kind].may ? 'plans.may' : 'plans.mayNot')}
                />
                {t(`plans.rule.${kind}`)}
              </dt>
              <dd className="small muted">{show[kind].source}</dd>
            </div>
          ))}
        </Stack>
      </Stack>
    </>
  );
}
