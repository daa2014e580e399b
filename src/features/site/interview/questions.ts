import type { english } from '@/shared/domain/texts/brief/en'

/** A whole text of the brief, by its key. */
export type BriefKey = Exclude<keyof typeof english, 'remove'>

/**
 * One question of the brief. `choices` offers words; without them the answer is typed. An answer that was chosen is kept in English,
 * which the office reads.
 */
export type Question = {
  name: string
  label: BriefKey
  help?: BriefKey
  choices?: readonly BriefKey[]
  /** Several choices may be taken; they are kept as one text, with commas. */
  isMany?: boolean
  isLong?: boolean
}
export type Step = { title: BriefKey; lead: BriefKey; questions: readonly Question[]; hasPictures?: boolean }

/** The interview: the facts that a designer needs before the first drawing. Only the first answer is required. */
export const steps: readonly Step[] = [
  {
    title: 'make_title',
    lead: 'make_lead',
    questions: [
      { name: 'what', label: 'what', help: 'what_help' },
      {
        name: 'kind',
        label: 'kind',
        choices: ['shopfront', 'lit_letters', 'lightbox', 'panel', 'window_film', 'vehicle', 'banner', 'not_sure'],
      },
    ],
  },
  {
    title: 'live_title',
    lead: 'live_lead',
    questions: [
      {
        name: 'place',
        label: 'place',
        choices: ['outside', 'inside', 'on_glass', 'on_vehicle', 'hanging', 'standing'],
        isMany: true,
      },
      {
        name: 'wall',
        label: 'wall',
        choices: ['stone', 'plaster', 'metal', 'wood', 'glass', 'not_sure'],
      },
      { name: 'size', label: 'size', help: 'size_help' },
      {
        name: 'seen_from',
        label: 'seen_from',
        choices: ['up_to_5', 'across', 'from_car', 'far_away'],
      },
    ],
  },
  {
    title: 'say_title',
    lead: 'say_lead',
    questions: [
      { name: 'words', label: 'words', isLong: true },
      { name: 'colours', label: 'colours', help: 'colours_help' },
      {
        name: 'feeling',
        label: 'feeling',
        choices: ['quiet', 'bold', 'elegant', 'playful', 'technical', 'traditional'],
        isMany: true,
      },
      { name: 'light', label: 'light', choices: ['none', 'face_lit', 'halo_lit', 'light_on', 'not_sure'] },
    ],
  },
  {
    title: 'show_title',
    lead: 'show_lead',
    questions: [{ name: 'pictures_note', label: 'pictures_note', isLong: true }],
    hasPictures: true,
  },
  {
    title: 'when_title',
    lead: 'when_lead',
    questions: [
      {
        name: 'when',
        label: 'when',
        choices: ['this_month', 'one_or_two', 'in_spring', 'no_date'],
      },
      {
        name: 'budget',
        label: 'budget',
        choices: ['up_to_500', 'to_2000', 'to_10000', 'above', 'tell_me'],
      },
      { name: 'else', label: 'else', isLong: true },
    ],
  },
]
