import { useTranslation } from 'react-i18next';
import { otherRules, type RegionRules, RuledCountries, rulesOf, Shown } from '#contract/regions.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { Prose } from '../prose.tsx';
import { type Control, controls } from './evidence.ts';
import { inFrench } from './french-sources.ts';
import { ReportHead } from './report-head.tsx';
import report from './report.json';

/** The page that lists the rules for each country and the tests that every release must pass. */
export function CompliancePage() {
  const { t } = useTranslation(['compliance', 'content']);
  const rules = useRules();
  const tested = (Object.keys(controls) as Control[]).map((control) =>
    t('tests', { claim: t(`control.${control}`), count: report.controls[control] }),
  );
  return (
    <>
      <ReportHead report="compliance" date={report.date} />
      <Prose
        sections={[
          { id: 'how', title: t('compliance.how.title'), text: t('compliance.how.text') },
          {
            id: 'tests',
            title: t('compliance.controls.title'),
            text: `${t('compliance.controls.text')}\n\n${listOf(tested)}`,
          },
          ...RuledCountries.map((country) => ({
            id: country,
            title: t(`content:region.${country}`),
            text: listOf(rules(rulesOf(country))),
          })),
          { id: 'others', title: t('rules.others'), text: listOf(rules(otherRules)) },
          { id: 'more', title: t('compliance.more.title'), text: t('compliance.more.text') },
        ]}
      />
    </>
  );
}

export const listOf = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

function useRules() {
  const { t } = useTranslation('compliance');
  const named = useLocale() === 'fr' ? inFrench : (source: string) => source;
  return ({ show, reflection, age, authorities }: RegionRules): string[] => [
    ...Shown.map((kind) =>
      t('rules.line', {
        name: t(`rules.${kind}`),
        answer: t(show[kind].may ? 'rules.yes' : 'rules.no'),
        source: named(show[kind].source),
      }),
    ),
    reflection.days > 0
      ? t('rules.reflection', { count: reflection.days, source: named(reflection.source) })
      : t('rules.noReflection', { source: named(reflection.source) }),
    t('rules.age', { count: age.least, source: named(age.source) }),
    t('rules.authorities', {
      data: named(authorities.data),
      products: named(authorities.products),
      order: named(authorities.order),
    }),
  ];
}
