import { useTranslation } from 'react-i18next';
import type { ReportedSign } from '#contract/care.ts';
import { useSession } from '#web/lib/session.tsx';
import { Stack } from '#web/ui/layout.tsx';
import styles from '../care.module.css';
import { EmergencyCalls, OtherCalls, useCountry } from './emergency-calls.tsx';
import { TeamCall, type TeamCallProps } from './team-call.tsx';

/**
 * Shows what the patient must do about a sign, even without a network, and whether the team knows about it. Thoughts of
 * suicide are not about an injection, so the instructions for injections are left out.
 */
export function WhatToDo({ sign, ...told }: Omit<TeamCallProps, 'isEmergency'> & { sign: ReportedSign }) {
  const { t } = useTranslation('care');
  const { user } = useSession();
  const [country, setCountry] = useCountry(user?.phone ?? null);
  const [isInfection, isDistress] = [sign === 'infection', sign === 'distress'];
  return (
    <Stack gap={20} className={styles.emergency} role="alert">
      <h3>{t(isInfection ? 'urgent.call_infection' : 'urgent.call')}</h3>
      {isInfection && <p>{t('urgent.call_if_worse')}</p>}
      {isDistress && <OtherCalls country={country} />}
      <EmergencyCalls country={country} onChange={setCountry} />
      <ol>
        <li>{t(`urgent.do.${sign}`)}</li>
        {!isDistress && <li>{t('urgent.do.tell')}</li>}
        {!isInfection && <li>{t('urgent.do.alone')}</li>}
      </ol>
      <TeamCall {...told} isEmergency={!isInfection} />
      {!isDistress && <OtherCalls country={country} />}
    </Stack>
  );
}
