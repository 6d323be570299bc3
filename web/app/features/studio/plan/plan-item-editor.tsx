import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type PlanItem, TreatmentKinds } from '#contract/drafts.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Select, TextArea, TextField } from '#web/ui/text-field.tsx';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import styles from './plan.module.css';
import { moveItem, removeItem, replaceItem } from './plan-items.ts';

interface Props {
  item: PlanItem;
  index: number;
  onOpen: (at: number | null) => void;
}

const whole = (text: string, min: number, max: number) => Math.min(max, Math.max(min, Math.round(Number(text) || 0)));

/** Every field of one item; typing in one field is one step of undo. */
export function PlanItemEditor({ item, index, onOpen }: Props) {
  const { t } = useTranslation('studio');
  const { draft } = useWorkspace();
  const { plan } = useDraft().content;
  const change = (field: keyof PlanItem, value: string | number) =>
    draft.setPlan({ ...plan, items: replaceItem(plan.items, index, { [field]: value }) }, `${index}.${field}`);
  const move = (step: 1 | -1) => {
    draft.setPlan({ ...plan, items: moveItem(plan.items, index, step) });
    onOpen(index + step);
  };
  const remove = () => {
    draft.setPlan({ ...plan, items: removeItem(plan.items, index) });
    onOpen(null);
  };
  return (
    <div className={styles.editor} onBlur={() => draft.endGesture()}>
      <Select label={t('field.kind')} value={item.kind} onChange={(event) => change('kind', event.currentTarget.value)}>
        {TreatmentKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`kind.${kind}`)}
          </option>
        ))}
      </Select>
      <TextField
        label={t('field.area')}
        value={item.area}
        maxLength={120}
        onChange={(event) => change('area', event.currentTarget.value)}
      />
      <div className={styles.numbers}>
        <TextField
          label={t('field.dose')}
          value={item.dose}
          maxLength={80}
          required={false}
          onChange={(event) => change('dose', event.currentTarget.value)}
        />
        <TextField
          label={t('field.sessions')}
          type="number"
          min={1}
          max={24}
          value={item.sessions}
          onChange={(event) => change('sessions', whole(event.currentTarget.value, 1, 24))}
        />
        <TextField
          label={t('field.interval')}
          type="number"
          min={0}
          max={104}
          value={item.interval_weeks}
          onChange={(event) => change('interval_weeks', whole(event.currentTarget.value, 0, 104))}
        />
      </div>
      <TextArea
        label={t('field.rationale')}
        rows={3}
        value={item.rationale}
        maxLength={1000}
        onChange={(event) => change('rationale', event.currentTarget.value)}
      />
      <TextArea
        label={t('field.risks')}
        rows={2}
        value={item.risks}
        maxLength={1000}
        required={false}
        onChange={(event) => change('risks', event.currentTarget.value)}
      />
      <TextArea
        label={t('field.alternatives')}
        rows={2}
        value={item.alternatives}
        maxLength={1000}
        required={false}
        onChange={(event) => change('alternatives', event.currentTarget.value)}
      />
      <div className={styles.itemActions}>
        <IconButton icon={ArrowUp} size="s" label={t('plan.up')} disabled={index === 0} onClick={() => move(-1)} />
        <IconButton
          icon={ArrowDown}
          size="s"
          label={t('plan.down')}
          disabled={index === plan.items.length - 1}
          onClick={() => move(1)}
        />
        <IconButton icon={Trash2} size="s" label={t('plan.remove')} onClick={remove} />
      </div>
    </div>
  );
}
