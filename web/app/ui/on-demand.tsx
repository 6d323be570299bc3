import { type ComponentType, lazy, Suspense } from 'react';
import { useEscapeAnywhere } from '#web/lib/open-dialogs.ts';

/** Enough time for the page to finish, even on a slow phone. */
const pause_ms = 2_000;

/**
 * A dialog that opens on a press. The page is drawn without its code, which is loaded soon afterwards. So it opens at
 * once, even if the connection is lost by then. Escape also closes it while it loads.
 */
export function onDemand<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  if (!import.meta.env.SSR) setTimeout(() => void load().catch(() => {}), pause_ms);
  return function OnDemand(props: Props) {
    return (
      <Suspense fallback={<OnItsWay onClose={props.onClose} />}>
        <Part {...props} />
      </Suspense>
    );
  };
}

function OnItsWay({ onClose }: { onClose: () => void }) {
  useEscapeAnywhere(onClose);
  return null;
}
