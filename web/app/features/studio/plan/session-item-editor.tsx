import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Areas, type SessionItem, SESSION_MOST } from '#contract/sessions.ts';
import { Alternatives, riskCodes, type TreatmentName } from '#engine/clinical.ts';
import { aftercareFor, productsFor } from '#engine/plan/planned.ts';
import { isTreatmentName, settleDose } from '#engine/recipe.ts';
import { usePlanWords } from '#web/lib/plan-words.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { useWorkspace } from '../case/workspace-context.ts';
import { doseFrom, type Sides, sidesOf } from '../draft/recipes.ts';
import { parseAmount } from '../treatment/dose-words.ts';
import { OwnWordsField } from './own-words-field.tsx';
import styles from './plan.module.css';
import { usePlanEditing } from './plan-context.ts';
import { changeItem, type Place } from './sessions.ts';

interface Props {
  item: SessionItem;
  place: Place;
}

/** The fields of one treatment of the plan. */
export function SessionItemEditor({ item, place }: Props) {
  const { t } = useTranslation('studio');
  const { words } = usePlanWords();
  const { draft } = useWorkspace();
  const { sessions, change } = usePlanEditing();
  const set = (part: Partial<SessionItem>, field?: string) =>
    change(changeItem(sessions, place, part), field && `${place.session}.${place.item}.${field}`);
  const name = isTreatmentName(item.treatment) ? item.treatment : null;
  return (
    <Stack gap={10} className={styles.editor} onBlur={() => draft.endGesture()}>
      {name ? (
        <>
          <Doses name={name} item={item} onChange={(dose) => set({ dose }, 'dose')} />
          <Select
            label={words.say('product')}
            value={item.product ?? ''}
            onChange={(event) => set({ product: event.currentTarget.value })}
          >
            {productsFor(name).map((product) => (
              <option key={product} value={product}>
                {words.say(`product.${product}`)}
              </option>
            ))}
          </Select>
        </>
      ) : (
        <Select
          label={t('field.area')}
          value={item.area}
          onChange={(event) => set({ area: Areas.find((area) => area === event.currentTarget.value) ?? item.area })}
        >
          {Areas.map((area) => (
            <option key={area} value={area}>
              {words.say(`area.${area}`)}
            </option>
          ))}
        </Select>
      )}
      <OwnWordsField
        label={t(name ? 'session.sentence' : 'session.what')}
        max={SESSION_MOST.sentence}
        rows={2}
        value={item.sentence}
        onChange={(sentence) => set({ sentence }, 'sentence')}
      />
      <Told item={item} onChange={(part) => set(part)} />
    </Stack>
  );
}

/** The dose fields of a treatment. A paired area has one field for each side, and any other area has one field. */
function Doses({ name, item, onChange }: { name: TreatmentName; item: SessionItem; onChange: (dose: Dose) => void }) {
  const { t } = useTranslation('studio');
  const dose = item.dose ?? 0;
  const unit = t(`unit.${unitOf[item.unit ?? 'units']}`);
  if (item.per === 'area' && typeof dose === 'number')
    return <DoseField label={`${t('field.dose')} (${unit})`} value={dose} onChange={(value) => settle(value)} />;
  const sides = sidesOf(dose);
  const settle = (value: Dose) => onChange(settleDose(name, value));
  // If an area had the same dose on both sides, a single number would replace the two fields by one, while the doctor
  // is still typing. Both doses are therefore kept.
  const withSide = (next: Sides): Dose => (item.per === 'area' ? next : doseFrom(next, true));
  return (
    <div className={styles.sides}>
      {(['right', 'left'] as const).map((side) => (
        <DoseField
          key={side}
          label={`${t(`side.${side}`)} (${unit})`}
          value={sides[side]}
          onChange={(value) => settle(withSide({ ...sides, [side]: value }))}
        />
      ))}
    </div>
  );
}
type Dose = NonNullable<SessionItem['dose']>;
const unitOf = { units: 'U', mL: 'mL', percent: '%' } as const;

/**
 * A field for a dose. It shows the typed text until it loses the focus, and then the nearest dose that can be given.
 */
function DoseField({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextField
      label={label}
      inputMode="decimal"
      value={typed ?? value}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const amount = parseAmount(text);
        if (amount !== null && amount >= 0) onChange(amount);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

/**
 * The fields for the risks, other options and aftercare that the plan explains to the patient. The initial entries come
 * from the dataset. The doctor can remove and add entries.
 */
function Told({ item, onChange }: { item: SessionItem; onChange: (part: Partial<SessionItem>) => void }) {
  const { t } = useTranslation('studio');
  const { words } = usePlanWords();
  const care = isTreatmentName(item.treatment) ? aftercareFor(item.treatment) : [];
  const toggled = (all: readonly string[], chosen: readonly string[], code: string) =>
    all.filter((one) => (one === code ? !chosen.includes(one) : chosen.includes(one)));
  const boxes = (kind: 'risk' | 'alternative', all: readonly string[], field: 'risks' | 'alternatives') =>
    all.map((code) => (
      <Checkbox
        key={code}
        label={words.say(`${kind}.${code}`)}
        checked={item[field].includes(code)}
        onChange={() => onChange({ [field]: toggled(all, item[field], code) })}
      />
    ));
  const told = item.risks.length + item.alternatives.length + item.aftercare.length;
  return (
    <details className={styles.told}>
      <summary>{t('session.told', { count: told })}</summary>
      <fieldset>
        <legend>{words.say('risks')}</legend>
        {boxes('risk', riskCodes, 'risks')}
      </fieldset>
      <fieldset>
        <legend>{words.say('alternatives')}</legend>
        {boxes('alternative', Alternatives, 'alternatives')}
      </fieldset>
      {care.length > 0 && (
        <fieldset>
          <legend>{words.say('aftercare')}</legend>
          {care.map(({ code, time }) => (
            <Checkbox
              key={code}
              label={words.say(`aftercare.${code}`, { time: time ? `${time.amount} ${t(`time.${time.unit}`)}` : '' })}
              checked={item.aftercare.some((one) => one.code === code)}
              onChange={() => {
                const codes = toggled(
                  care.map((one) => one.code),
                  item.aftercare.map((one) => one.code),
                  code,
                );
                onChange({ aftercare: care.filter((one) => codes.includes(one.code)) });
              }}
            />
          ))}
        </fieldset>
      )}
    </details>
  );
}
