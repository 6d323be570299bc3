import './face-drawing.css';

interface Props {
  /** The drawing to show. It is the whole mesh, or one of the three poses of the camera. */
  drawing?: 'mesh' | 'front' | 'right' | 'left';
  className?: string;
}

/**
 * The brand's drawing of a face, in the line colour of the theme. It is decoration, because the text next to it
 * contains the same information.
 */
export function FaceDrawing({ drawing = 'mesh', className }: Props) {
  return <span className={`face-drawing face-drawing--${drawing} ${className ?? ''}`} aria-hidden="true" />;
}
