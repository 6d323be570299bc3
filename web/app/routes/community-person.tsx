import { useParams } from 'react-router';
import { PersonPage } from '#web/features/community/people/person-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function CommunityPersonRoute() {
  const { handle = '' } = useParams();
  return (
    <>
      <PageMeta title={`@${handle}`} />
      <PersonPage key={handle} handle={handle} />
    </>
  );
}
