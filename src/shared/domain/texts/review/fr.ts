import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The page where a visitor leaves a review, in French. */
export const french: Translation<typeof english, 'fr'> = {
  your_review: 'Votre avis',
  review_missing: 'Veuillez écrire votre avis',
  review_help: 'Qu’avons-nous fabriqué, et comment cela s’est-il passé ?',
  your_name: 'Votre nom',
  name_missing: 'Veuillez saisir votre nom',
  name_help: 'Il est affiché avec votre avis',
  email_help: 'Jamais affichée. Seulement si nous pouvons vous poser une question.',
  poor: 'Mauvais',
  not_good: 'Pas bien',
  all_right: 'Correct',
  good: 'Bien',
  excellent: 'Excellent',
  thanks: 'Merci pour votre avis',
  thanks_text: 'Il est maintenant au bureau. Il paraîtra sur le site s’il est publié.',
  back: 'Retour aux services',
  how_did_we: 'Comment avons-nous travaillé ?',
  good_or_bad: 'Bon ou mauvais. Votre avis est affiché avec votre nom si le bureau le publie.',
  send: 'Envoyer l’avis',
  choose_stars: 'Veuillez choisir une à cinq étoiles',
  stars: 'Étoiles',
  stars_of: '{stars} sur 5 : {words}',
  about: 'De quoi il s’agissait',
  everything: 'Tout',
}
