import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { SaveLine } from '../draft/save-line.tsx';
import { BackgroundSection } from '../flow/background-section.tsx';
import { ImportedPast } from '../flow/imported-past.tsx';
import { CaseNotices } from '../flow/case-notices.tsx';
import { MessagesPanel, MessagesTitle } from '../flow/messages-panel.tsx';
import { NotesPanel } from '../flow/notes-panel.tsx';
import { InjectionList } from '../marks/injection-list.tsx';
import { CheckBox } from '../patient/check-box.tsx';
import { PatientPanel } from '../patient/patient-panel.tsx';
import { PlanPanel } from '../plan/plan-panel.tsx';
import { OpenChecks } from '../sign/open-checks.tsx';
import { TreatmentPanel } from '../treatment/treatment-panel.tsx';
import styles from './case.module.css';

export type PanelTab = 'treatment' | 'plan' | 'skin' | 'messages' | 'notes' | 'patient';

interface Props {
  tab: PanelTab;
  onTab: (tab: PanelTab) => void;
  /**
   * Whether the panel is folded so that only its tabs are visible. It can be folded only on a tablet in portrait, where
   * it is a sheet.
   */
  isFolded: boolean;
  onFold: () => void;
  openId: string | null;
  onOpen: (id: string | null) => void;
  skin: ReactNode;
  /** The results of the automatic check for the shown image. */
  check: ReactNode;
}

/**
 * Shows the points to check on screens that are not wide. On wide screens, the separate column about the patient shows
 * them.
 */
const NotWide = () => (
  <div className={styles.notWide}>
    <CaseNotices />
    <CheckBox />
  </div>
);

/**
 * Shows information about the patient. On a wide screen the information is in a separate column, and otherwise in a
 * tab.
 */
const AboutPatient = () => (
  <>
    <CaseNotices />
    <CheckBox />
    <PatientPanel />
    <BackgroundSection />
    <ImportedPast />
  </>
);

/**
 * The tabs of a case: treatment, plan, skin, messages, notes and patient. The state of the draft is below them. A wide
 * screen always shows the patient as well.
 */
export function Panel({ tab, onTab, isFolded, onFold, openId, onOpen, skin, check }: Props) {
  const { t } = useTranslation('studio');
  const tabs = [
    {
      key: 'treatment' as const,
      title: t('tab.treatment'),
      content: (
        <>
          <NotWide />
          {check}
          <TreatmentPanel openId={openId} onOpen={onOpen} />
          <div className={styles.onlyWide}>
            <OpenChecks onPlan={() => onTab('plan')} />
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
          <InjectionList />
          <OpenChecks />
        </>
      ),
    },
    { key: 'skin' as const, title: t('tab.skin'), content: skin },
    { key: 'messages' as const, title: <MessagesTitle />, content: <MessagesPanel /> },
    { key: 'notes' as const, title: t('tab.notes'), content: <NotesPanel /> },
    { key: 'patient' as const, title: t('tab.patient'), content: <AboutPatient /> },
  ];
  return (
    <>
      <aside className={styles.panel} aria-label={t('panel')} data-tab={tab} data-folded={isFolded || undefined}>
        <IconButton
          className={styles.fold}
          icon={isFolded ? ChevronUp : ChevronDown}
          label={t(isFolded ? 'panel.unfold' : 'panel.fold')}
          aria-expanded={!isFolded}
          onClick={onFold}
        />
        <Tabs label={t('panel')} tabs={tabs} selected={tab} onSelect={onTab} />
        <footer className={styles.panelFoot}>
          <SaveLine />
        </footer>
      </aside>
      <aside className={styles.column} aria-label={t('tab.patient')}>
        <h2 className={styles.columnHead}>{t('tab.patient')}</h2>
        <div className={styles.columnBody}>
          <AboutPatient />
        </div>
      </aside>
    </>
  );
}
