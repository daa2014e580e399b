import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The page where a visitor leaves a review, in Dutch. */
export const dutch: Translation<typeof english, 'nl'> = {
  your_review: 'Uw beoordeling',
  review_missing: 'Schrijf uw beoordeling',
  review_help: 'Wat hebben wij gemaakt, en hoe ging het?',
  your_name: 'Uw naam',
  name_missing: 'Vul uw naam in',
  name_help: 'Hij staat bij uw beoordeling',
  email_help: 'Wordt nooit getoond. Alleen als wij iets mogen vragen.',
  poor: 'Slecht',
  not_good: 'Niet goed',
  all_right: 'In orde',
  good: 'Goed',
  excellent: 'Uitstekend',
  thanks: 'Dank u voor uw beoordeling',
  thanks_text: 'Uw beoordeling ligt nu op kantoor. Ze verschijnt op de website wanneer ze wordt gepubliceerd.',
  back: 'Terug naar de diensten',
  how_did_we: 'Hoe hebben wij het gedaan?',
  good_or_bad: 'Goed of slecht. Uw beoordeling wordt met uw naam getoond wanneer het kantoor haar publiceert.',
  send: 'Beoordeling versturen',
  choose_stars: 'Kies één tot vijf sterren',
  stars: 'Sterren',
  stars_of: '{stars} van 5: {words}',
  about: 'Waar het over ging',
  everything: 'Alles',
}
