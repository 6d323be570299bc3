import { CasePage } from '#web/features/studio/case/case-page.tsx';

export default function StudioCaseRoute() {
  return <CasePage />;
}
