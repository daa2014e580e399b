import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands around the legal texts of the company, in French. */
export const french: Translation<typeof english, 'fr'> = {
  privacy: 'Politique de confidentialité',
  terms: 'Conditions générales',
  imprint: 'Mentions légales',
  represented_by: 'Représentée par',
  register: 'Registre',
  published: 'Version {version}, publiée le {day}',
  not_current: 'Ce texte n’est plus en vigueur.',
  read_current: 'Lire celui en vigueur',
  reach: 'Comment nous joindre',
  no_version: 'Cette version n’existe pas.',
  not_published: 'Nous n’avons pas encore publié ce texte. Si vous en avez besoin, veuillez nous le demander.',
  versions_of: 'Versions de ce texte',
  all_versions: 'Toutes les versions',
  version: 'Version {version}',
  holds_since: 'en vigueur depuis le {day}',
  held_from: 'en vigueur à partir du {day}',
  phone: 'Téléphone',
  email: 'E-mail',
  registration_number: 'Numéro d’immatriculation',
  tax_id: 'N° TVA',
}
