import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What the forms of the site share, in Dutch. */
export const dutch: Translation<typeof english, 'nl'> = {
  optional: '(niet verplicht)',
  sending: 'Wordt verstuurd…',
  enter_your: 'Vul dit in: {label}',
  bad_email: 'Vul een geldig e-mailadres in',
  name: 'Naam',
  email: 'E-mailadres',
  phone: 'Telefoon',
  business: 'Bedrijf',
}
