/**
 * Indices into the 478 landmarks of MediaPipe's attention mesh. Right and left are the patient's own, so "right" is on
 * the left of an unmirrored image. An outline lists its landmarks in their order around the area, so that the area can
 * be filled as a polygon.
 */

/** Number of points of the mesh without irises. The ten landmarks after them are the irises. */
export const meshPointCount = 468;

/** The centre of the iris, then four points of its rim. 469 and 471 are the ends of the horizontal diameter. */
export const rightIris: readonly number[] = [468, 469, 470, 471, 472];
export const leftIris: readonly number[] = [473, 474, 475, 476, 477];

/** Clockwise in the image, beginning at the middle of the forehead. */
export const faceOutline: readonly number[] = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136,
  172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
];
/** Edges of the lids. */
export const rightEye: readonly number[] = [
  33, 246, 161, 160, 159, 158, 157, 173, 133, 155, 154, 153, 145, 144, 163, 7,
];
export const leftEye: readonly number[] = [
  263, 466, 388, 387, 386, 385, 384, 398, 362, 382, 381, 380, 374, 373, 390, 249,
];
/** Outline around the lids, the lashes and the crease above the eye. */
export const rightEyeSurround: readonly number[] = [
  226, 247, 30, 29, 27, 28, 56, 190, 243, 112, 26, 22, 23, 24, 110, 25,
];
export const leftEyeSurround: readonly number[] = [
  446, 467, 260, 259, 257, 258, 286, 414, 463, 341, 256, 252, 253, 254, 339, 255,
];
export const rightBrow: readonly number[] = [70, 63, 105, 66, 107, 55, 65, 52, 53, 46];
export const leftBrow: readonly number[] = [300, 293, 334, 296, 336, 285, 295, 282, 283, 276];
/** Border of the red part of the lips (vermilion). */
export const outerLips: readonly number[] = [
  61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146,
];
/** The line where the lips meet. */
export const innerLips: readonly number[] = [
  78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308, 324, 318, 402, 317, 14, 87, 178, 88, 95,
];
export const forehead: readonly number[] = [
  70, 63, 105, 66, 107, 9, 336, 296, 334, 293, 300, 251, 284, 332, 297, 338, 10, 109, 67, 103, 54, 21,
];
export const glabella: readonly number[] = [107, 108, 151, 337, 336, 285, 417, 168, 193, 55];
export const rightCrowsFeet: readonly number[] = [226, 113, 124, 156, 139, 34, 227, 116, 117, 118, 229, 228, 31];
export const leftCrowsFeet: readonly number[] = [446, 342, 353, 383, 368, 264, 447, 345, 346, 347, 449, 448, 261];
export const rightUnderEye: readonly number[] = [31, 228, 229, 230, 231, 232, 233, 128, 121, 120, 119, 118, 117, 111];
export const leftUnderEye: readonly number[] = [261, 448, 449, 450, 451, 452, 453, 357, 350, 349, 348, 347, 346, 340];
/** Band on both sides of the fold from the wing of the nose to the corner of the mouth. */
export const rightNasolabial: readonly number[] = [129, 126, 142, 36, 205, 207, 214, 212, 57, 186, 92, 165];
export const leftNasolabial: readonly number[] = [358, 355, 371, 266, 425, 427, 434, 432, 287, 410, 322, 391];
/** The nasolabial band and the part of the cheek into which a smile extends the fold. */
export const rightSmileCheek: readonly number[] = [129, 142, 36, 50, 187, 147, 192, 214, 212, 57, 186, 92];
export const leftSmileCheek: readonly number[] = [358, 371, 266, 280, 411, 376, 416, 434, 432, 287, 410, 322];
/** Area from the corner of the mouth down to the jaw, and forward to the pad of the chin. */
export const rightMarionette: readonly number[] = [57, 212, 214, 210, 169, 170, 211, 204, 106, 43];
export const leftMarionette: readonly number[] = [287, 432, 434, 430, 394, 395, 431, 424, 335, 273];
/** The pad of the chin, over the mentalis. */
export const chinPad: readonly number[] = [
  204, 194, 201, 200, 421, 418, 424, 431, 369, 396, 377, 152, 148, 171, 140, 211,
];
/** The lower border of the face, from one angle of the jaw to the other. The neck begins below it. */
export const jawBorder: readonly number[] = [172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397];
export const rightCheek: readonly number[] = [116, 117, 118, 119, 100, 142, 206, 205, 187, 123];
export const leftCheek: readonly number[] = [345, 346, 347, 348, 329, 371, 426, 425, 411, 352];
export const nose: readonly number[] = [
  193, 122, 196, 236, 198, 131, 49, 48, 115, 220, 45, 4, 275, 440, 344, 279, 278, 360, 420, 456, 419, 351, 417,
];
/** Four points around each nostril; their mean is its centre. */
export const rightNostril: readonly number[] = [20, 60, 79, 166];
export const leftNostril: readonly number[] = [250, 290, 309, 392];
export const lowerLip: readonly number[] = [
  61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 308, 324, 318, 402, 317, 14, 87, 178, 88, 95, 78,
];
export const upperLip: readonly number[] = [
  61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 308, 415, 310, 311, 312, 13, 82, 81, 80, 191, 78,
];
/** Landmarks from the hairline to the chin. */
export const midline: readonly number[] = [
  10, 151, 9, 8, 168, 6, 197, 195, 5, 4, 1, 2, 164, 0, 13, 14, 17, 18, 200, 199, 175, 152,
];
/**
 * Area of the crow's feet that a smile makes, from the outer corner of the eye to the temple and down over the
 * cheekbone.
 */
export const rightCrowsRays: readonly number[] = [
  33, 113, 124, 156, 139, 34, 127, 234, 227, 137, 123, 50, 117, 118, 229, 24, 110, 25,
];
export const leftCrowsRays: readonly number[] = [
  263, 342, 353, 383, 368, 264, 356, 454, 447, 366, 352, 280, 346, 347, 449, 254, 339, 255,
];
/** Area in which beards and moustaches grow: from below the nose and the cheekbones to the jaw and its angles. */
export const beardArea: readonly number[] = [
  2, 97, 98, 64, 206, 207, 187, 147, 177, 93, 132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397,
  288, 361, 323, 401, 376, 411, 427, 426, 294, 327, 326,
];
