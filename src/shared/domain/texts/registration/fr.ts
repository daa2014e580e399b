import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The registrations of visitors, in French. */
export const french: Translation<typeof english, 'fr'> = {
  first_name: 'Prénom',
  last_name: 'Nom de famille',
  street: 'Rue et numéro',
  postcode: 'Code postal',
  town: 'Ville',
  state: 'État ou province',
  price_for: 'Un prix pour {about}',
  client_title: 'Dites-nous ce que l’on doit voir',
  client_lead: 'Quelques lignes suffisent pour commencer.',
  need: 'Ce qu’il vous faut',
  need_missing: 'Veuillez écrire ce qu’il vous faut',
  need_help: 'Ce que c’est, la taille, l’emplacement, et la date souhaitée',
  ask: 'Demander un prix',
  business_title: 'Inscrivez votre entreprise',
  business_lead: 'Une inscription attend que le bureau l’ait examinée.',
  business_name: 'Nom de l’entreprise',
  business_missing: 'Veuillez saisir le nom de l’entreprise',
  tax_number: 'Numéro de {tax}',
  tax_number_help: 'Avec les lettres de votre pays',
  register: 'Inscrire l’entreprise',
  person_title: 'Devenez notre contact',
  person_lead: 'Laissez votre nom et vos coordonnées. Le bureau les examinera.',
  work_for: 'Vous travaillez pour',
  send: 'Envoyer',
  arrived: 'Merci. C’est bien arrivé.',
  arrived_text: 'Votre message est maintenant au bureau.',
  book_meanwhile: 'Prendre rendez-vous en attendant',
}
