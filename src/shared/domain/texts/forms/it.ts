import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What the forms of the site share, in Italian. */
export const italian: Translation<typeof english, 'it'> = {
  optional: '(facoltativo)',
  sending: 'Invio…',
  enter_your: 'Compili per favore: {label}',
  bad_email: 'Inserisca un indirizzo e-mail valido',
  name: 'Nome',
  email: 'Indirizzo e-mail',
  phone: 'Telefono',
  business: 'Azienda',
}
