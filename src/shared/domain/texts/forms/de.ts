import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What the forms of the site share, in German. */
export const german: Translation<typeof english, 'de'> = {
  optional: '(freiwillig)',
  sending: 'Wird gesendet …',
  enter_your: 'Bitte ausfüllen: {label}',
  bad_email: 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
  name: 'Ihr Name',
  email: 'E-Mail-Adresse',
  phone: 'Telefon',
  business: 'Unternehmen',
}
