import { useTranslation } from 'react-i18next';
import { type MonthOfVisits, VisitFigureNames } from '#contract/visit-figures.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { regions } from '#contract/languages.ts';
import { Table } from '#web/ui/table.tsx';

/** Shows the outcomes of visits, one line for each month. */
export function VisitFigures({ months, caption }: { months: readonly MonthOfVisits[]; caption: string }) {
  const { t } = useTranslation('agenda');
  const language = regions[useReadingLanguage()];
  const name = (month: string) =>
    new Date(`${month}-15T12:00:00Z`).toLocaleDateString(language, { month: 'long', year: 'numeric' });
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          <th scope="col">{t('figures.month')}</th>
          {VisitFigureNames.map((figure) => (
            <th key={figure} scope="col">
              {t(`figures.${figure}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.month}>
            <th scope="row">{name(month.month)}</th>
            {VisitFigureNames.map((figure) => (
              <td key={figure} className="num" data-label={t(`figures.${figure}`)}>
                {month[figure]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
