import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands around the legal texts of the company, in Italian. */
export const italian: Translation<typeof english, 'it'> = {
  privacy: 'Informativa sulla privacy',
  terms: 'Termini e condizioni',
  imprint: 'Note legali',
  represented_by: 'Rappresentata da',
  register: 'Registro',
  published: 'Versione {version}, pubblicata il {day}',
  not_current: 'Questo testo non è più valido.',
  read_current: 'Legga quello valido oggi',
  reach: 'Come contattarci',
  no_version: 'Questa versione non esiste.',
  not_published: 'Non abbiamo ancora pubblicato questo testo. Se Le serve, ce lo chieda, per favore.',
  versions_of: 'Versioni di questo testo',
  all_versions: 'Tutte le versioni',
  version: 'Versione {version}',
  holds_since: 'in vigore dal {day}',
  held_from: 'in vigore dal {day}',
  phone: 'Telefono',
  email: 'E-mail',
  registration_number: 'Numero di registrazione',
  tax_id: 'P. IVA',
}
