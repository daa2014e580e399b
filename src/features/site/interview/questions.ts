/** One question of the brief. `choices` offers words; without them the answer is typed. */
export type Question = {
  name: string
  label: string
  help?: string
  choices?: readonly string[]
  /** Several choices may be taken; they are kept as one text, with commas. */
  isMany?: boolean
  isLong?: boolean
}
export type Step = { title: string; lead: string; questions: readonly Question[]; hasPictures?: boolean }

/** The interview: the facts that a designer needs before the first drawing. Only the first answer is required. */
export const steps: readonly Step[] = [
  {
    title: 'What shall we make?',
    lead: 'One line is enough. We ask the rest.',
    questions: [
      { name: 'what', label: 'In your words', help: 'For example: a lit sign above the door of a bakery' },
      {
        name: 'kind',
        label: 'What it is most like',
        choices: [
          'Shopfront',
          'Lit letters',
          'Lightbox',
          'Panel or board',
          'Window film',
          'Vehicle',
          'Banner or print',
          'Not sure',
        ],
      },
    ],
  },
  {
    title: 'Where will it live?',
    lead: 'The place decides about material, light and fixing.',
    questions: [
      {
        name: 'place',
        label: 'Place',
        choices: ['Outside', 'Inside', 'On glass', 'On a vehicle', 'Hanging', 'Standing free'],
        isMany: true,
      },
      {
        name: 'wall',
        label: 'What it is fixed to',
        choices: ['Stone', 'Plaster', 'Metal', 'Wood', 'Glass', 'Not sure'],
      },
      { name: 'size', label: 'Width and height', help: 'About, in metres. “4.2 × 0.9” or “as wide as the door”' },
      {
        name: 'seen_from',
        label: 'From how far it is read',
        choices: ['Up to 5 m', 'Across the street', 'From a car', 'From far away'],
      },
    ],
  },
  {
    title: 'What does it say?',
    lead: 'The exact words. Fewer are read by more people.',
    questions: [
      { name: 'words', label: 'Words on it', isLong: true },
      { name: 'colours', label: 'Colours', help: 'Names, RAL or Pantone numbers, or “as in the logo”' },
      {
        name: 'feeling',
        label: 'How it should feel',
        choices: ['Quiet', 'Bold', 'Elegant', 'Playful', 'Technical', 'Traditional'],
        isMany: true,
      },
      { name: 'light', label: 'Light', choices: ['None', 'Face lit', 'Halo lit', 'Light on it', 'Not sure'] },
    ],
  },
  {
    title: 'Show us',
    lead: 'A photo of the place, your logo, a sketch on a napkin. Six pictures at most; they are made small before they leave your device.',
    questions: [{ name: 'pictures_note', label: 'What the pictures show', isLong: true }],
    hasPictures: true,
  },
  {
    title: 'When, and for how much?',
    lead: 'A range is enough. It saves both of us a drawing that nobody builds.',
    questions: [
      {
        name: 'when',
        label: 'When it must be up',
        choices: ['This month', 'In one or two months', 'In spring', 'No date'],
      },
      {
        name: 'budget',
        label: 'Budget without tax',
        choices: ['Up to €500', '€500 to €2,000', '€2,000 to €10,000', 'Above €10,000', 'Tell me what it costs'],
      },
      { name: 'else', label: 'Anything else', isLong: true },
    ],
  },
]
