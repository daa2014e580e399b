import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands around the legal texts of the company, in Maltese. */
export const maltese: Translation<typeof english, 'mt'> = {
  privacy: 'Politika tal-privatezza',
  terms: 'Termini u kundizzjonijiet',
  imprint: 'Informazzjoni dwar il-kumpanija',
  represented_by: 'Rappreżentata minn',
  register: 'Reġistru',
  published: 'Verżjoni {version}, ippubblikata fi {day}',
  not_current: 'Dan it-test m’għadux fis-seħħ.',
  read_current: 'Aqra dak li hu fis-seħħ illum',
  reach: 'Kif tilħaqna',
  no_version: 'M’hemmx verżjoni bħal din.',
  not_published: 'Għadna ma ppubblikajniex dan it-test. Jekk jogħġbok staqsina jekk ikollok bżonnu.',
  versions_of: 'Verżjonijiet ta’ dan it-test',
  all_versions: 'Il-verżjonijiet kollha',
  version: 'Verżjoni {version}',
  holds_since: 'fis-seħħ minn {day}',
  held_from: 'kienet fis-seħħ minn {day}',
  phone: 'Telefon',
  email: 'Posta elettronika',
  registration_number: 'Numru ta’ reġistrazzjoni',
  tax_id: 'Nru tal-VAT',
}
