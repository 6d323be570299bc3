import { useTranslation } from 'react-i18next';
import { forgetLeadId, heldOrNewLeadId, onLeadForgotten, readLeadId } from '#web/features/capture/lead.ts';
import { poses } from '#web/features/capture/poses.ts';
import type { LeadAccess } from '#web/features/questionnaire/lead-access.ts';
import { QuestionsPage as Questionnaire } from '#web/features/questionnaire/questions-page.tsx';
import { Brand } from '#web/features/shell/brand.tsx';
import { LanguageMenu } from '#web/features/shell/language-menu.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import '#web/ui/styles/scripts.css';

const lead: LeadAccess = {
  read: readLeadId,
  heldOrNew: heldOrNewLeadId,
  forget: forgetLeadId,
  onForgotten: onLeadForgotten,
  async stateOfPhotos(leadId) {
    const { storedLead } = await import('#web/features/capture/lead-calls.ts');
    const { status, kinds } = await storedLead(leadId);
    if (status === 'claimed') return 'submitted';
    return poses.every((pose) => kinds.includes(pose)) ? 'complete' : 'missing';
  },
};

export default function QuestionsPage() {
  const { t } = useTranslation('questionnaire');
  return (
    <>
      <PageMeta title={t('title')} description={t('description')} indexed />
      <Questionnaire lead={lead} brand={<Brand />} languages={<LanguageMenu />} />
    </>
  );
}
