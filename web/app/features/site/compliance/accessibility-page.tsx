import { useTranslation } from 'react-i18next';
import { Prose } from '../prose.tsx';
import { listOf } from './compliance-page.tsx';
import { type AccessibilityTest, accessibilityTests } from './evidence.ts';
import { ReportHead } from './report-head.tsx';
import report from './report.json';

const parts = ['state', 'gaps', 'tests', 'limits', 'report', 'recourse'] as const;

/** The accessibility statement that RGAA and EN 301 549 require, with the report of our own tests. */
export function AccessibilityPage() {
  const { t } = useTranslation('compliance');
  const tested = (Object.keys(accessibilityTests) as AccessibilityTest[]).map((name) =>
    t('tests', { claim: t(`test.${name}`), count: report.accessibility[name] }),
  );
  return (
    <>
      <ReportHead report="accessibility" date={report.date} />
      <Prose
        sections={parts.map((part) => ({
          id: part,
          title: t(`accessibility.${part}.title`),
          text: t(`accessibility.${part}.text`) + (part === 'tests' ? `\n\n${listOf(tested)}` : ''),
        }))}
      />
    </>
  );
}
