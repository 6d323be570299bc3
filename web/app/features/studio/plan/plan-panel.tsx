import { ListPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PLAN_MOST } from '#contract/drafts.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { treatments } from '../treatment/treatments.ts';
import { CountField } from './count-field.tsx';
import styles from './plan.module.css';
import { PlanItemRow } from './plan-item-row.tsx';
import { emptyItem, startWeeks } from './plan-items.ts';
import { planLanguage, planWords } from './plan-words.ts';
import { proposePlan } from './propose-plan.ts';

/** What is done, in which order, and why; and the doctor's own words to the patient. */
export function PlanPanel() {
  return (
    <>
      <Items />
      <Words />
    </>
  );
}

function Items() {
  const { t, i18n } = useTranslation('studio');
  const { draft, studioCase, isEditable } = useWorkspace();
  const { plan } = useDraft().content;
  const [openAt, setOpenAt] = useState<number | null>(null);
  const weeks = startWeeks(plan.items);
  const language = planLanguage(studioCase.patient.language);

  const propose = async () => {
    const words = await planWords(i18n, language);
    // Only now: what was typed while the words were on their way stays.
    const { content } = draft.snapshot();
    const items = proposePlan(content.recipes[content.style], treatments, words);
    if (items.length === 0) return void toast({ kind: 'info', title: t('plan.nothing') });
    setOpenAt(null);
    draft.setPlan({ ...content.plan, items });
    if (content.plan.items.length > 0)
      toast({ kind: 'info', title: t('plan.replaced'), action: { label: t('undo'), run: () => draft.undo() } });
  };
  const add = () => {
    draft.setPlan({ ...plan, items: [...plan.items, emptyItem()] });
    setOpenAt(plan.items.length);
  };

  return (
    <section className={styles.section} aria-label={t('plan.items')}>
      {plan.items.length === 0 && <p className={styles.empty}>{t(isEditable ? 'plan.empty' : 'plan.none')}</p>}
      <ol className={styles.items}>
        {plan.items.map((item, at) => (
          <PlanItemRow
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no id, and their fields are controlled
            key={at}
            item={item}
            index={at}
            week={weeks[at] ?? 0}
            isOpen={at === openAt}
            onOpen={setOpenAt}
          />
        ))}
      </ol>
      {isEditable && (
        <div className={styles.actions}>
          <Button size="xs" onClick={() => void propose()}>
            <Icon as={ListPlus} size="s" />
            {t(plan.items.length === 0 ? 'plan.propose' : 'plan.propose_again')}
          </Button>
          <Button size="xs" variant="quiet" disabled={plan.items.length >= PLAN_MOST.items} onClick={add}>
            <Icon as={Plus} size="s" />
            {t('plan.add')}
          </Button>
        </div>
      )}
      {isEditable && <p className={styles.note}>{t('plan.language', { language: t(`language.${language}`) })}</p>}
    </section>
  );
}

/** How long the proposal holds, and what the doctor writes to the patient. */
function Words() {
  const { t } = useTranslation('studio');
  const { draft, isEditable } = useWorkspace();
  const { plan } = useDraft().content;
  return (
    <section className={styles.section}>
      <div onBlur={() => draft.endGesture()}>
        <CountField
          label={t('field.valid_months')}
          min={1}
          max={PLAN_MOST.valid_months}
          value={plan.valid_months}
          disabled={!isEditable}
          onChange={(valid_months) => draft.setPlan({ ...plan, valid_months }, 'valid_months')}
        />
      </div>
      <TextArea
        label={t('plan.note')}
        hint={t('plan.note_hint')}
        rows={6}
        maxLength={PLAN_MOST.note_to_patient}
        value={plan.note_to_patient}
        disabled={!isEditable}
        required={false}
        onChange={(event) => draft.setPlan({ ...plan, note_to_patient: event.currentTarget.value }, 'note')}
        onBlur={() => draft.endGesture()}
      />
    </section>
  );
}
