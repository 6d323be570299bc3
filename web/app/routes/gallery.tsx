import { Actions } from '#web/features/gallery/actions.tsx';
import { Colours } from '#web/features/gallery/colours.tsx';
import { Displays } from '#web/features/gallery/displays.tsx';
import { Inputs } from '#web/features/gallery/inputs.tsx';

/** Shows every UI component in every state, once for each theme. It exists in development only. */
export default function Gallery() {
  return (
    <main id="content">
      <title>Parts · Flaira</title>
      <h1 className="visually-hidden">Parts</h1>
      {(['light', 'studio', 'dark'] as const).map((theme) => (
        <div key={theme} className="gallery" data-theme={theme}>
          <div className="page">
            <p className="h1">{theme}</p>
            <Colours />
            <Actions />
            <Inputs />
            <Displays />
          </div>
        </div>
      ))}
    </main>
  );
}
