import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { SafetyStatement } from '#contract/safety.ts';
import type { PublishedSimulation } from '#contract/simulation.ts';
import { ownLine } from '#contract/plan-words.ts';
import { useFormat } from '#web/lib/format.ts';
import { usePlanWords } from '#web/lib/plan-words.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { takeAddress, useDirectServices } from '#web/lib/use-direct-services.ts';
import { inLanguage } from '#web/paths.ts';
import { Card } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { LoadError } from './load-error.tsx';
import { OwnWords } from './own-words.tsx';
import styles from './plan.module.css';
import { PlanItems } from './plan-items.tsx';
import { PlanSessions } from './plan-sessions.tsx';
import { Seal, SignatureBlock } from './signature-block.tsx';
import type { Answer } from './use-dashboard.ts';

interface Props {
  query: Answer & { data: PublishedSimulation | undefined };
  /** True if the shown case is still being prepared. The plan then belongs to an earlier case. */
  isOfAnother: boolean;
  ref: Ref<HTMLElement>;
}

/** Shows the signed plan: a note to the patient, the treatments in order, and the doctor responsible. */
export function PlanCard({ query, isOfAnother, ref }: Props) {
  const { t } = useTranslation('case');
  const of = isOfAnother && query.data && (
    <span className="small muted">{t('plan.of', { number: query.data.number })}</span>
  );
  return (
    <section ref={ref} tabIndex={-1} className={styles.anchor} aria-label={t('plan.title')}>
      <Card title={<span data-fold-title>{t('plan.title')}</span>} action={of} aria-busy={query.isPending}>
        {query.data ? (
          <Plan simulation={query.data} />
        ) : query.isError ? (
          <LoadError
            error={query.error}
            text={t('error')}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          />
        ) : (
          <SkeletonRows rows={4} />
        )}
      </Card>
    </section>
  );
}

/**
 * Links to the free slots for the treatments of the plan. The link is shown only if patients can book at least one of
 * these treatments themselves.
 */
function ChooseTime() {
  const { t } = useTranslation('case');
  const locale = useLocale();
  const isOffered = useDirectServices().data?.services.some(({ plan }) => plan) ?? false;
  if (!isOffered) return null;
  return (
    <LinkButton size="s" variant="ink" to={inLanguage(takeAddress, locale)} className={styles.choose}>
      {t('plan.choose_time')}
    </LinkButton>
  );
}

function Plan({ simulation: { plan, signature } }: { simulation: PublishedSimulation }) {
  const { t } = useTranslation('case');
  const { words, reader } = usePlanWords();
  const { sessions = [], note_to_patient: text, note_language: language } = plan;
  // Older plans do not name the language of their note.
  const note = text && (language ? ownLine({ text, language }, words, reader) : { text, language, label: null });
  return (
    <>
      {!signature.is_intact && <Seal signature={signature} />}
      {note && (
        <blockquote className={styles.note}>
          <OwnWords {...note} />
        </blockquote>
      )}
      {plan.items.length > 0 && <PlanItems items={plan.items} />}
      {sessions.length > 0 && <PlanSessions sessions={sessions} />}
      {plan.safety && <Precautions safety={plan.safety} />}
      {plan.items.length + sessions.length === 0 && <p className={styles.none}>{t('plan.none')}</p>}
      <SignatureBlock signature={signature} />
      <ChooseTime />
    </>
  );
}

/** Shows why the doctor planned a treatment despite a health answer, and the earliest day for the first visit. */
function Precautions({ safety: { reasons, not_before } }: { safety: SafetyStatement }) {
  const { t } = useTranslation('case');
  const { longDay } = useFormat();
  if (reasons.length === 0 && !not_before) return null;
  return (
    <section className={styles.precautions} aria-label={t('precautions')}>
      <h3 className={styles.kind}>{t('precautions')}</h3>
      <dl>
        {reasons.map(({ question, text }) => (
          <div key={question}>
            <dt>{t(`precautions.${question}`)}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
        {not_before && (
          <div>
            <dt>{t('precautions.first_visit')}</dt>
            <dd>{t('precautions.not_before', { day: longDay(not_before) })}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
