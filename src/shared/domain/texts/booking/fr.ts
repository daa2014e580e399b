import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** Booking of a visit, in French. */
export const french: Translation<typeof english, 'fr'> = {
  book: 'Prendre rendez-vous',
  not_online: 'Il n’est pas possible de prendre rendez-vous en ligne pour le moment. Veuillez nous appeler.',
  what_like: 'Que souhaitez-vous ?',
  at_workshop: 'Dans notre atelier',
  at_yours: 'Chez vous',
  by_phone: 'Par téléphone',
  loading_times: 'Chargement des créneaux libres',
  not_offered: 'Ce rendez-vous n’est plus proposé.',
  free_times: 'Créneaux libres',
  earlier: 'Plus tôt',
  later: 'Plus tard',
  times_of: 'Heures de {place}',
  times_of_abroad: 'Heures de {place}. Votre horloge affiche une autre heure.',
  none_free: 'Aucun créneau libre dans ces deux semaines. Regardez plus tard.',
  your_details: 'Vos coordonnées',
  book_time: 'Réserver ce créneau',
  booking_now: 'Réservation…',
  give_back: 'Rendre le créneau',
  chosen: '{type}, {minutes} minutes.',
  we_call: 'Nous vous appelons.',
  we_come: 'Nous venons chez vous.',
  number_missing: 'Veuillez saisir le numéro que nous devons appeler',
  address: 'Adresse',
  address_missing: 'Veuillez saisir l’adresse où nous devons venir',
  about_what: 'De quoi il s’agit',
  over: 'Les cinq minutes sont écoulées. Le créneau reste à vous tant que personne d’autre ne le prend.',
  held_for: 'Réservé pour vous pendant',
  minutes_left: { by: 'count', one: '{count} minute', other: '{count} minutes' },
}
