/** The drawings of the public site, as services and posts keep them. */
export const drawingNames = [
  'banner',
  'board',
  'panel',
  'correx',
  'window',
  'fascia',
  'letters',
  'lightbox',
  'plaque',
  'vehicle',
  'van',
  'stand',
  'mark',
  'colour',
  'distance',
  'file',
  'weather',
  'light',
  'measure',
  'people',
] as const
export type DrawingName = (typeof drawingNames)[number]

/** A field offers the drawings by these. */
export const drawingChoices = drawingNames.map((name) => ({
  value: name,
  label: name.charAt(0).toUpperCase() + name.slice(1),
}))
