import { useTranslation } from 'react-i18next';
import { knowLines, sessionLines } from '#contract/plan-words.ts';
import type { PlanSession } from '#contract/sessions.ts';
import { usePlanWords } from '#web/lib/plan-words.ts';
import { Row, Stack } from '#web/ui/layout.tsx';
import { OwnWords } from './own-words.tsx';
import styles from './plan.module.css';

/** Lists the visits in order, in the reader's language. The doctor's own sentences are not translated. */
export function PlanSessions({ sessions }: { sessions: readonly PlanSession[] }) {
  const { words, reader } = usePlanWords();
  return (
    <>
      <ol>
        {sessionLines(sessions, words, reader).map(({ title, when, review, items }, at) => (
          <li key={at} className={styles.session}>
            <h3 className={styles.kind}>{title}</h3>
            <p className={styles.when}>{when}</p>
            {review && <p className={styles.when}>{review}</p>}
            {items.length > 0 && (
              <Stack as="ul" gap={16} className={styles.treatments}>
                {items.map(({ name, dose, product, reasons, own }, index) => (
                  <li key={index}>
                    <Row as="p" gap={16} rowGap={0} justify="between" wrap className={styles.treatment}>
                      <b>{name}</b>
                      {dose && <span>{dose}</span>}
                    </Row>
                    {product && <p className={styles.detail}>{product}</p>}
                    {reasons.length > 0 && <p className={styles.detail}>{reasons.join(' · ')}</p>}
                    {own && <OwnWords {...own} className={styles.rationale} />}
                  </li>
                ))}
              </Stack>
            )}
          </li>
        ))}
      </ol>
      <WhatToKnow sessions={sessions} />
    </>
  );
}

/** Shows risks, other options and aftercare. They are folded, so that patients need not scroll past them. */
function WhatToKnow({ sessions }: { sessions: readonly PlanSession[] }) {
  const { t } = useTranslation('treatment-plan');
  const { words } = usePlanWords();
  const lines = knowLines(sessions, words);
  if (lines.length === 0) return null;
  return (
    <section className={styles.know} aria-label={t('know')}>
      <h3 className={styles.kind}>{t('know')}</h3>
      {lines.map(({ title, treatments, aim, risks, alternatives, aftercare }, at) => (
        <details key={at}>
          <summary>
            <span>{title}</span>
            <small>{treatments}</small>
          </summary>
          {aim && <p>{aim}</p>}
          <h4>{t('risks')}</h4>
          <dl>
            {risks.map(({ label, text }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          {aftercare.length > 0 && (
            <>
              <h4>{t('aftercare')}</h4>
              <ul>
                {aftercare.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </>
          )}
          {alternatives && (
            <>
              <h4>{t('alternatives')}</h4>
              <p>{alternatives}</p>
            </>
          )}
        </details>
      ))}
    </section>
  );
}
