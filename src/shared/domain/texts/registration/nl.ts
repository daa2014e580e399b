import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The registrations of visitors, in Dutch. */
export const dutch: Translation<typeof english, 'nl'> = {
  first_name: 'Voornaam',
  last_name: 'Achternaam',
  street: 'Straat en nummer',
  postcode: 'Postcode',
  town: 'Plaats',
  state: 'Staat of provincie',
  price_for: 'Een prijs voor {about}',
  client_title: 'Vertel ons wat mensen moeten zien',
  client_lead:
    'Een paar regels zijn genoeg om te beginnen. Wij antwoorden binnen één werkdag, met een prijs of met de ene vraag die nog open is.',
  need: 'Wat u nodig hebt',
  need_missing: 'Schrijf wat u nodig hebt',
  need_help: 'Wat het is, hoe groot, waar het komt en wanneer u het nodig hebt',
  ask: 'Prijs aanvragen',
  business_title: 'Registreer uw bedrijf',
  business_lead:
    'Eén registratie, en offertes, drukproeven en facturen komen bij de juiste mensen. Wij controleren haar en schrijven terug.',
  business_name: 'Naam van het bedrijf',
  business_missing: 'Vul de naam van het bedrijf in',
  tax_number: '{Tax}-nummer',
  tax_number_help: 'Met de letters van uw land',
  register: 'Bedrijf registreren',
  person_title: 'Word ons contact',
  person_lead: 'Laat uw naam achter en hoe wij u bereiken. Het kantoor voegt u toe aan onze contacten.',
  work_for: 'U werkt voor',
  send: 'Versturen',
  arrived: 'Dank u. Het is aangekomen.',
  arrived_text: 'Wij lezen het vandaag of de volgende werkdag en schrijven u.',
  book_meanwhile: 'Intussen een afspraak maken',
}
