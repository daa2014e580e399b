import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What the forms of the site share, in French. */
export const french: Translation<typeof english, 'fr'> = {
  optional: '(facultatif)',
  sending: 'Envoi…',
  enter_your: 'Veuillez remplir : {label}',
  bad_email: 'Veuillez saisir une adresse e-mail valide',
  name: 'Nom',
  email: 'Adresse e-mail',
  phone: 'Téléphone',
  business: 'Entreprise',
}
