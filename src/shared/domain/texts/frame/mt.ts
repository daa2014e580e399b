import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands around the public pages, in Maltese. */
export const maltese: Translation<typeof english, 'mt'> = {
  skip: 'Aqbeż għall-kontenut',
  start: '{company}: bidu',
  site: 'Sit',
  services: 'Servizzi',
  products: 'Prodotti',
  tips: 'Pariri',
  book: 'Ibbukkja żjara',
  your_account: 'Il-kont tiegħek',
  sign_in: 'Idħol',
  log_out: 'Oħroġ',
  light_theme: 'Uża t-tema ċara',
  dark_theme: 'Uża t-tema skura',
  language: 'Lingwa',
  legal: 'Legali',
  privacy: 'Politika tal-privatezza',
  terms: 'Termini u kundizzjonijiet',
  imprint: 'Informazzjoni dwar il-kumpanija',
  not_found: 'Il-paġna ma nstabitx',
  not_found_text:
    'Fuq din il-folja m’hemm xejn stampat. Jista’ jkun li l-indirizz inkiteb ħażin, jew li l-paġna tmexxiet.',
  go_to_start: 'Mur fil-bidu',
  go_back: 'Mur lura',
  something_wrong: 'Xi ħaġa marret ħażin',
  broken_text: 'Din il-paġna waqfet minħabba żball tagħna. Jekk jogħġbok erġa’ tella’ l-paġna, jew staqsina.',
  try_again: 'Erġa’ pprova',
  new_version: 'Verżjoni ġdida lesta',
  load_new_version: 'Tella’ l-verżjoni l-ġdida',
  new_version_text: 'Din il-paġna hija ta’ qabel l-aħħar aġġornament. Jekk terġa’ ttellagħha ssolvi dan.',
  not_loaded: 'Din il-paġna ma setgħetx titla’',
  not_loaded_text: 'Is-server ma jistax jintlaħaq. Iċċekkja l-konnessjoni. Il-paġna titla’ hekk kif terġa’ lura.',
  staff_only: 'Din il-parti hija għall-istaff tagħna',
  go_to_account: 'Mur fil-kont tiegħek',
  papers_in_account: 'Il-kwotazzjonijiet, l-ordnijiet, il-fatturi u l-kunsinni tiegħek qegħdin fil-kont tiegħek.',
}
