import './face-drawing.css';

interface Props {
  /** The whole mesh, or one of the camera's three poses. */
  drawing?: 'mesh' | 'front' | 'right' | 'left';
  className?: string;
}

/** The brand's picture as a motif, in the theme's line colour. Decoration only: the text beside it says the same in words. */
export function FaceDrawing({ drawing = 'mesh', className }: Props) {
  return <span className={`face-drawing face-drawing--${drawing} ${className ?? ''}`} aria-hidden="true" />;
}
