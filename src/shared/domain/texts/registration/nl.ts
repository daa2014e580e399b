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
  client_lead: 'Een paar regels zijn genoeg om te beginnen.',
  need: 'Wat u nodig hebt',
  need_missing: 'Schrijf wat u nodig hebt',
  need_help: 'Wat het is, hoe groot, waar het komt en wanneer u het nodig hebt',
  ask: 'Prijs aanvragen',
  business_title: 'Registreer uw bedrijf',
  business_lead: 'Een aanmelding wacht tot het kantoor ernaar heeft gekeken.',
  business_name: 'Naam van het bedrijf',
  business_missing: 'Vul de naam van het bedrijf in',
  tax_number: '{Tax}-nummer',
  tax_number_help: 'Met de letters van uw land',
  register: 'Bedrijf registreren',
  person_title: 'Word ons contact',
  person_lead: 'Laat uw naam achter en hoe wij u bereiken. Uw gegevens liggen dan op kantoor.',
  work_for: 'U werkt voor',
  send: 'Versturen',
  arrived: 'Dank u. Het is aangekomen.',
  arrived_text: 'Het ligt nu op kantoor.',
  book_meanwhile: 'Intussen een afspraak maken',
}
