import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands around the public pages, in Italian. */
export const italian: Translation<typeof english, 'it'> = {
  skip: 'Vai al contenuto',
  start: '{company}: pagina iniziale',
  site: 'Sito',
  services: 'Servizi',
  products: 'Prodotti',
  tips: 'Consigli',
  book: 'Prenota una visita',
  your_account: 'La Sua area clienti',
  sign_in: 'Accedi',
  log_out: 'Esci',
  light_theme: 'Usa il tema chiaro',
  dark_theme: 'Usa il tema scuro',
  language: 'Lingua',
  legal: 'Note legali',
  privacy: 'Informativa sulla privacy',
  terms: 'Termini e condizioni',
  imprint: 'Note legali',
  not_found: 'Pagina non trovata',
  not_found_text:
    'Su questo foglio non è stampato nulla. Forse l’indirizzo è scritto male o la pagina è stata spostata.',
  go_to_start: 'Vai all’inizio',
  go_back: 'Indietro',
  something_wrong: 'Qualcosa è andato storto',
  broken_text: 'Questa pagina si è fermata per un nostro errore. La ricarichi o ci contatti.',
  try_again: 'Riprova',
  new_version: 'È pronta una nuova versione',
  load_new_version: 'Carica la nuova versione',
  new_version_text: 'Questa pagina è precedente all’ultimo aggiornamento. Basta ricaricarla.',
  not_loaded: 'Non è stato possibile caricare questa pagina',
  not_loaded_text: 'Il server non è raggiungibile. Controlli la connessione. La pagina si carica appena torna.',
  staff_only: 'Questa parte è per il nostro personale',
  go_to_account: 'Vai alla Sua area clienti',
  papers_in_account: 'Preventivi, ordini, fatture e consegne sono nella Sua area clienti.',
}
