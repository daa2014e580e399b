import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The registrations of visitors, in Maltese. */
export const maltese: Translation<typeof english, 'mt'> = {
  first_name: 'Isem',
  last_name: 'Kunjom',
  street: 'Triq u numru',
  postcode: 'Kodiċi postali',
  town: 'Belt',
  state: 'Stat jew provinċja',
  price_for: 'Prezz għal {about}',
  client_title: 'Għidilna x’għandhom jaraw in-nies',
  client_lead:
    'Ftit linji huma biżżejjed biex nibdew. Inwieġbu fi żmien ġurnata tax-xogħol, bi prezz jew bil-mistoqsija waħda li għadha miftuħa.',
  need: 'X’għandek bżonn',
  need_missing: 'Jekk jogħġbok ikteb x’għandek bżonn',
  need_help: 'X’inhu, kemm hu kbir, fejn imur, u meta għandek bżonnu',
  ask: 'Staqsi għal prezz',
  business_title: 'Irreġistra n-negozju tiegħek',
  business_lead:
    'Reġistrazzjoni waħda, u l-kwotazzjonijiet, l-abbozzi u l-fatturi jaslu għand in-nies it-tajba. Niċċekkjawha u nwieġbu.',
  business_name: 'Isem in-negozju',
  business_missing: 'Jekk jogħġbok daħħal isem in-negozju',
  tax_number: 'Numru tal-{tax}',
  tax_number_help: 'Bl-ittri ta’ pajjiżek',
  register: 'Irreġistra n-negozju',
  person_title: 'Kun il-kuntatt tagħna',
  person_lead: 'Ħalli ismek u kif nilħquk. L-uffiċċju jżidek mal-kuntatti tagħna.',
  work_for: 'Taħdem għal',
  send: 'Ibgħat',
  arrived: 'Grazzi. Wasal.',
  arrived_text: 'Naqrawh illum jew fil-jum tax-xogħol li jmiss, u niktbulek.',
  book_meanwhile: 'Sadanittant ibbukkja żjara',
}
