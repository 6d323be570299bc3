import type { ReactNode } from 'react';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import styles from './auth-frame.module.css';

/** Words on the left, the face on the right; on a phone the face is a quiet band above the words. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.frame} id="content">
      <div className={styles.words}>
        <FaceDrawing className={styles.band} />
        <div className={styles.column}>
          <h1 className={`h1 ${styles.title}`}>{title}</h1>
          {children}
        </div>
      </div>
      <div className={styles.picture}>
        <FaceDrawing className={styles.face} />
      </div>
    </main>
  );
}
