import { useTranslation } from 'react-i18next';
import { Tabs } from '#web/ui/tabs.tsx';
import { SaveLine } from '../draft/save-line.tsx';
import { CheckBox } from '../patient/check-box.tsx';
import { PatientPanel } from '../patient/patient-panel.tsx';
import { PlanPanel } from '../plan/plan-panel.tsx';
import { OpenChecks } from '../sign/open-checks.tsx';
import { TreatmentPanel } from '../treatment/treatment-panel.tsx';
import styles from './case.module.css';

export type PanelTab = 'treatment' | 'plan' | 'patient';

interface Props {
  tab: PanelTab;
  onTab: (tab: PanelTab) => void;
  openId: string | null;
  onOpen: (id: string | null) => void;
}

/** Wide screens have the points to check in the patient's own column. */
const NotWide = () => (
  <div className={styles.notWide}>
    <CheckBox />
  </div>
);

/** What is done, what is planned, who it is for; and below them where the draft stands. Wide screens show the patient all the time. */
export function Panel({ tab, onTab, openId, onOpen }: Props) {
  const { t } = useTranslation('studio');
  const tabs = [
    {
      key: 'treatment' as const,
      title: t('tab.treatment'),
      content: (
        <>
          <NotWide />
          <TreatmentPanel openId={openId} onOpen={onOpen} />
          <div className={styles.onlyWide}>
            <OpenChecks />
          </div>
        </>
      ),
    },
    {
      key: 'plan' as const,
      title: t('tab.plan'),
      content: (
        <>
          <NotWide />
          <PlanPanel />
          <OpenChecks />
        </>
      ),
    },
    {
      key: 'patient' as const,
      title: t('tab.patient'),
      content: (
        <>
          <CheckBox />
          <PatientPanel />
        </>
      ),
    },
  ];
  return (
    <>
      <aside className={styles.panel} aria-label={t('panel')} data-tab={tab}>
        <Tabs label={t('panel')} tabs={tabs} selected={tab} onSelect={onTab} />
        <footer className={styles.panelFoot}>
          <SaveLine />
        </footer>
      </aside>
      <aside className={styles.column} aria-label={t('tab.patient')}>
        <h2 className={styles.columnHead}>{t('tab.patient')}</h2>
        <div className={styles.columnBody}>
          <CheckBox />
          <PatientPanel />
        </div>
      </aside>
    </>
  );
}
