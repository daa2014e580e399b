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
  client_lead: 'Biex tibda huma biżżejjed ftit linji.',
  need: 'X’għandek bżonn',
  need_missing: 'Jekk jogħġbok ikteb x’għandek bżonn',
  need_help: 'X’inhu, kemm hu kbir, fejn imur, u meta għandek bżonnu',
  ask: 'Staqsi għal prezz',
  business_title: 'Irreġistra n-negozju tiegħek',
  business_lead: 'Reġistrazzjoni tistenna sakemm l-uffiċċju jkun raha.',
  business_name: 'Isem in-negozju',
  business_missing: 'Jekk jogħġbok daħħal isem in-negozju',
  tax_number: 'Numru tal-{tax}',
  tax_number_help: 'Bl-ittri ta’ pajjiżek',
  register: 'Irreġistra n-negozju',
  person_title: 'Kun il-kuntatt tagħna',
  person_lead: 'Ħalli ismek u kif nilħquk. Id-dettalji tiegħek jistennew lill-uffiċċju.',
  work_for: 'Taħdem għal',
  send: 'Ibgħat',
  arrived: 'Grazzi. Wasal.',
  arrived_text: 'Issa qiegħed fl-uffiċċju.',
  book_meanwhile: 'Sadanittant ibbukkja żjara',
}
