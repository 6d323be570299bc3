import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanSession } from '#contract/sessions.ts';
import { RECORD_MOST, VisitEvents } from '#contract/treatment-records.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { ownToday } from '#web/lib/day.ts';
import { useAskBeforeLeaving } from '#web/lib/unsent-text.ts';
import { Button } from '#web/ui/button.tsx';
import { ChipGroup } from '#web/ui/chip-group.tsx';
import { FieldNote } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { Select, TextArea, TextField } from '#web/ui/text-field.tsx';
import { draftFrom, emptyPoint, emptyProduct, missingIn, type RecordDraft } from './draft.ts';
import { PhotoStrip } from './photo-strip.tsx';
import { PointFields } from './point-fields.tsx';
import { ProductFields } from './product-fields.tsx';
import styles from './record.module.css';
import { Warnings, warningsOn } from './warnings.tsx';

interface Props {
  caseId: string;
  /** The visits of the plan to which the record belongs. */
  sessions: readonly PlanSession[];
  draft: RecordDraft;
  onDraft: (draft: RecordDraft) => void;
  busy: boolean;
  error: unknown;
  /** True if the service refused the day of the treatment. */
  isDayRefused: boolean;
  /** The reason for a correction. It is undefined for a new record. */
  correction?: { why: string; onWhy: (why: string) => void; onCancel: () => void };
  onSend: () => void;
}

export function RecordForm(props: Props) {
  const { caseId, sessions, draft, onDraft, busy, error, isDayRefused, correction, onSend } = props;
  const { t } = useTranslation('record');
  const errorText = useErrorText();
  const [tried, setTried] = useState(false);
  // A record that is saved during an upload would lack the photo.
  const [isUploading, setUploading] = useState(false);
  const faults = missingIn(draft, ownToday());
  if (correction && correction.why.trim() === '') faults.set('why', 'required');
  if (isDayRefused) faults.set('treated_on', 'bad_day');
  const errorOf = (id: string): string | undefined => {
    const fault = tried || id === 'treated_on' ? faults.get(id) : undefined;
    return fault && t(fault);
  };
  const planned = draft.visit === null ? [] : (sessions[draft.visit]?.items ?? []);
  const warnings = warningsOn(planned, draft);
  const change = (part: Partial<RecordDraft>) => onDraft({ ...draft, ...part });
  useAskBeforeLeaving(busy === false);

  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const [first] = faults.keys();
    if (first && !isDayRefused) return document.getElementById(first)?.focus();
    onSend();
  };
  const fill = (visit: number | null) =>
    onDraft({ ...draftFrom({ ...draft, sessions }, visit, draft.treated_on), photos: draft.photos });
  return (
    <form noValidate onSubmit={send} className={styles.form}>
      <VisitFields {...{ sessions, draft, change, errorOf }} onFill={correction ? undefined : fill} />
      <Products draft={draft} change={change} errorOf={errorOf} />
      <Points draft={draft} change={change} errorOf={errorOf} />
      <VisitNotes draft={draft} change={change} />
      <PhotoStrip
        caseId={caseId}
        photos={draft.photos}
        onUploading={setUploading}
        onAdd={(photo) => change({ photos: [...draft.photos, photo] })}
        onRemove={(id) => change({ photos: draft.photos.filter((photo) => photo.id !== id) })}
      />
      {correction && (
        <TextArea
          id="why"
          label={t('correct.why')}
          rows={2}
          maxLength={RECORD_MOST.correction}
          value={correction.why}
          error={errorOf('why')}
          onChange={(event) => correction.onWhy(event.currentTarget.value)}
        />
      )}
      <Stack as="footer" gap={16} className={styles.foot}>
        <Warnings warnings={warnings} />
        {tried && faults.size > 0 && <FieldNote id="record-fault" error={t('incomplete')} />}
        {error != null && <FieldNote id="record-error" error={errorText(error)} />}
        <p className={styles.hint}>{t('final')}</p>
        <Row gap={8} justify="end" wrap>
          {correction && (
            <Button variant="quiet" onClick={correction.onCancel} disabled={busy}>
              {t('correct.cancel')}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            busy={busy || isUploading}
            saving={busy}
            disabled={draft.points.length === 0}
          >
            {t(correction ? 'correct.save' : warnings.length > 0 ? 'save_anyway' : 'save')}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

interface PartProps {
  draft: RecordDraft;
  change: (part: Partial<RecordDraft>) => void;
  errorOf: (id: string) => string | undefined;
}

function VisitFields({
  sessions,
  draft,
  change,
  errorOf,
  onFill,
}: PartProps & Pick<Props, 'sessions'> & { onFill: ((visit: number | null) => void) | undefined }) {
  const { t } = useTranslation('record');
  return (
    <section className={styles.section} aria-label={t('visit')}>
      <div className={styles.pair}>
        <Select
          label={t('visit')}
          value={draft.visit ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            change({ visit: value === '' ? null : Number(value) });
          }}
        >
          {sessions.flatMap(({ items }, at) =>
            items.length === 0
              ? []
              : [
                  <option key={at} value={at}>
                    {t('visit.of', { number: at + 1 })}
                  </option>,
                ],
          )}
          <option value="">{t('visit.none')}</option>
        </Select>
        <TextField
          id="treated_on"
          type="date"
          label={t('treated_on')}
          max={ownToday()}
          value={draft.treated_on}
          error={errorOf('treated_on')}
          onChange={(event) => change({ treated_on: event.currentTarget.value })}
        />
      </div>
      {onFill && draft.visit !== null && (
        <Button size="xs" variant="quiet" onClick={() => onFill(draft.visit)}>
          {t('refill')}
        </Button>
      )}
    </section>
  );
}

function Products({ draft, change, errorOf }: PartProps) {
  const { t } = useTranslation('record');
  return (
    <section className={styles.section} aria-label={t('products')}>
      <h2>{t('products')}</h2>
      <p className={styles.hint}>{t('products.hint')}</p>
      <ul className={styles.entries}>
        {draft.products.map((product, at) => (
          <ProductFields
            key={product.key}
            product={product}
            number={at + 1}
            errorOf={errorOf}
            onChange={(part) => change({ products: replaced(draft.products, at, part) })}
            onRemove={() => change({ products: draft.products.filter((_, other) => other !== at) })}
          />
        ))}
      </ul>
      {draft.products.length < RECORD_MOST.products && (
        <Button
          size="s"
          onClick={() =>
            change({ products: [...draft.products, emptyProduct(draft.products.at(-1)?.product ?? 'ha_medium')] })
          }
        >
          <Icon as={Plus} size="s" />
          {t('product.add')}
        </Button>
      )}
    </section>
  );
}

function Points({ draft, change, errorOf }: PartProps) {
  const { t } = useTranslation('record');
  return (
    <section className={styles.section} aria-label={t('points')}>
      <h2>{t('points')}</h2>
      <p className={styles.hint}>{t('points.hint')}</p>
      <ul className={styles.entries}>
        {draft.points.map((point, at) => (
          <PointFields
            key={point.key}
            point={point}
            number={at + 1}
            products={draft.products}
            errorOf={errorOf}
            onChange={(part) => change({ points: replaced(draft.points, at, part) })}
            onRemove={() => change({ points: draft.points.filter((_, other) => other !== at) })}
          />
        ))}
      </ul>
      {draft.points.length < RECORD_MOST.points && (
        <Button
          size="s"
          onClick={() => {
            const last = draft.points.at(-1);
            const next = emptyPoint(last?.treatment ?? 'cheek', last?.product ?? draft.products[0]?.key ?? '');
            change({ points: [...draft.points, next] });
          }}
        >
          <Icon as={Plus} size="s" />
          {t('point.add')}
        </Button>
      )}
    </section>
  );
}

function VisitNotes({ draft, change }: Omit<PartProps, 'errorOf'>) {
  const { t } = useTranslation('record');
  const passport = useTranslation('treatment-passport').t;
  return (
    <section className={styles.section}>
      <ChipGroup
        legend={t('visit_events')}
        value={draft.events}
        choices={VisitEvents.map((value) => ({ value, label: passport(`event.${value}`) }))}
        onChange={(events) => change({ events })}
      />
      <TextArea
        label={t('note')}
        optional
        rows={3}
        maxLength={RECORD_MOST.note}
        value={draft.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
    </section>
  );
}

const replaced = <T,>(list: readonly T[], at: number, part: Partial<T>): T[] =>
  list.map((one, index) => (index === at ? { ...one, ...part } : one));
