import { type ComponentType, lazy, Suspense } from 'react';
import { useEscapeAnywhere } from '#web/lib/open-dialogs.ts';

/**
 * The pause in milliseconds before the code of the dialog is loaded. In this time a page finishes loading, even on a
 * slow phone.
 */
const pause_ms = 2_000;

/**
 * Creates a dialog that opens after a press. The page is rendered without the code of the dialog, which is loaded soon
 * afterwards. Once the code is loaded, the dialog opens at once, even without a connection. Escape also closes the
 * dialog while its code is loading.
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
