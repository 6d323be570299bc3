import { useTranslation } from 'react-i18next';
import { CommunityLimits, type ReportReason, ReportReasons } from '#contract/community/terms.ts';
import { languageName } from '#web/lib/language-name.ts';
import { Select, TextArea } from '#web/ui/text-field.tsx';
import type { Reasoned } from './use-reasoned-statement.ts';

/** The fields for the broken rule, and for the statement to the author. */
export function ReasonFields({ reasoned, isWrong }: { reasoned: Reasoned; isWrong: boolean }) {
  const { t, i18n } = useTranslation(['community', 'moderation']);
  const { reason, statement, language } = reasoned;
  const min = CommunityLimits.statement_min;
  const isForeign = language !== undefined && language !== i18n.language;
  return (
    <>
      <Select
        label={t('report.reason')}
        optional
        value={reason}
        onChange={(event) => reasoned.choose(event.target.value as ReportReason | '')}
      >
        <option value="">{t('moderation:noReason')}</option>
        {ReportReasons.map((one) => (
          <option key={one} value={one}>
            {t(`reason.${one}`)}
          </option>
        ))}
      </Select>
      <TextArea
        label={t('moderation:statement')}
        hint={
          isForeign
            ? t('moderation:statement.foreign', { language: languageName(language, i18n.language) })
            : t('moderation:statement.hint')
        }
        error={isWrong && t('moderation:statement.short', { min })}
        maxLength={CommunityLimits.statement_max}
        dir="auto"
        lang={language}
        value={statement}
        onChange={(event) => reasoned.write(event.target.value)}
      />
    </>
  );
}
