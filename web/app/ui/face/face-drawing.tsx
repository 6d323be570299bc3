import './face-drawing.css';

interface Props {
  /** The whole mesh, or one of the three poses of the camera. */
  drawing?: 'mesh' | 'front' | 'right' | 'left';
  className?: string;
}

/** The brand's face, in the theme's line colour. It is decoration: the text beside it says the same. */
export function FaceDrawing({ drawing = 'mesh', className }: Props) {
  return <span className={`face-drawing face-drawing--${drawing} ${className ?? ''}`} aria-hidden="true" />;
}
