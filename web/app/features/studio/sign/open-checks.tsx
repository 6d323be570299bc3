import { Check as CheckIcon, CircleDashed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/icon.tsx';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { treatments } from '../treatment/treatments.ts';
import { checksFor } from './checks.ts';
import styles from './sign.module.css';

/** Lists the points to check before the signature. Open points that prevent signing are marked. */
export function OpenChecks() {
  const { t } = useTranslation('studio');
  const { studioCase } = useWorkspace();
  const { content } = useDraft();
  const checks = checksFor(content, treatments, studioCase.answers?.avoid_treatments ?? []);
  const met = checks.filter(({ isMet }) => isMet).length;
  return (
    <section className={styles.checks} aria-label={t('checks')}>
      <h3>
        {t('checks')}
        <span>{t('checks_met', { met, of: checks.length })}</span>
      </h3>
      <ul>
        {checks.map(({ kind, isMet, isRequired }) => (
          <li key={kind} data-met={isMet || undefined}>
            <Icon as={isMet ? CheckIcon : CircleDashed} size="s" label={t(isMet ? 'check.met' : 'check.open')} />
            <span>
              {t(`check.${kind}`)}
              {!isMet && isRequired && <small>{t('check.required')}</small>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
