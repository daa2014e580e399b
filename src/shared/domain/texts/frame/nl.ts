import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands around the public pages, in Dutch. */
export const dutch: Translation<typeof english, 'nl'> = {
  skip: 'Naar de inhoud',
  start: '{company}: startpagina',
  site: 'Website',
  services: 'Diensten',
  products: 'Producten',
  tips: 'Tips',
  book: 'Afspraak maken',
  your_account: 'Uw account',
  sign_in: 'Inloggen',
  log_out: 'Uitloggen',
  light_theme: 'Het lichte thema gebruiken',
  dark_theme: 'Het donkere thema gebruiken',
  language: 'Taal',
  legal: 'Juridisch',
  privacy: 'Privacybeleid',
  terms: 'Algemene voorwaarden',
  imprint: 'Bedrijfsgegevens',
  not_found: 'Pagina niet gevonden',
  not_found_text: 'Op dit vel is niets gedrukt. Het adres is misschien verkeerd getypt, of de pagina is verplaatst.',
  go_to_start: 'Naar de startpagina',
  go_back: 'Terug',
  something_wrong: 'Er ging iets mis',
  broken_text: 'Deze pagina is gestopt door een fout van ons. Laad haar opnieuw of vraag het ons.',
  try_again: 'Opnieuw proberen',
  new_version: 'Er is een nieuwe versie',
  load_new_version: 'De nieuwe versie laden',
  new_version_text: 'Deze pagina is van vóór de laatste update. Opnieuw laden lost dat op.',
  not_loaded: 'Deze pagina kon niet worden geladen',
  not_loaded_text:
    'De server is niet bereikbaar. Controleer de verbinding. De pagina wordt geladen zodra die terug is.',
  staff_only: 'Dit deel is voor onze medewerkers',
  go_to_account: 'Naar uw account',
  papers_in_account: 'Uw offertes, orders, facturen en leveringen staan in uw account.',
}
