import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What the forms of the site share, in Maltese. */
export const maltese: Translation<typeof english, 'mt'> = {
  optional: '(mhux obbligatorju)',
  sending: 'Qed jintbagħat…',
  enter_your: 'Jekk jogħġbok imla: {label}',
  bad_email: 'Jekk jogħġbok daħħal indirizz elettroniku validu',
  name: 'Isem',
  email: 'Indirizz elettroniku',
  phone: 'Telefon',
  business: 'Negozju',
}
