import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { CasePage } from '#web/features/studio/case/case-page.tsx';

export default function StudioCaseRoute() {
  return <CasePage titled={(title) => <PageMeta title={title} />} />;
}
