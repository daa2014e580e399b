import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The page of an appointment, in French. */
export const french: Translation<typeof english, 'fr'> = {
  book: 'Prendre rendez-vous',
  at_yours: 'Chez vous',
  move: 'Déplacer',
  move_it: 'Déplacer le rendez-vous',
  move_to: 'Déplacer au {moment}',
  cancel: 'Annuler',
  cancel_it: 'Annuler le rendez-vous',
  cancel_asked: 'Annuler ce rendez-vous ?',
  why: 'Pourquoi',
  keep: 'Le garder',
  no_appointment: 'Ce lien n’ouvre aucun rendez-vous',
  no_appointment_text: 'Le lien est peut-être incomplet. L’e-mail que nous vous avons envoyé contient le lien entier.',
  see_you: 'À bientôt',
  cancelled: 'Ce rendez-vous est annulé',
  thanks: 'Merci de votre visite',
  missed: 'Nous vous avons attendu',
  we_call_you: 'Nous vous appelons',
  until: 'à {time}',
  what: 'Quoi',
  where: 'Où',
  who: 'Qui',
  note: 'Note',
  questions: 'Questions',
  goes_to: 'Une confirmation part à {email}. Gardez cette page : elle permet de déplacer ou d’annuler le rendez-vous.',
  keep_page: 'Gardez cette page : elle permet de déplacer ou d’annuler le rendez-vous.',
  to_calendar: 'Ajouter à mon agenda',
  another: 'Réserver un autre créneau',
  leave_review: 'Donner un avis',
}
