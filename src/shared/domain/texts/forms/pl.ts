import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What the forms of the site share, in Polish. */
export const polish: Translation<typeof english, 'pl'> = {
  optional: '(opcjonalnie)',
  sending: 'Wysyłanie…',
  enter_your: 'Prosimy wypełnić: {label}',
  bad_email: 'Prosimy podać poprawny adres e-mail',
  name: 'Imię i nazwisko',
  email: 'Adres e-mail',
  phone: 'Telefon',
  business: 'Firma',
}
