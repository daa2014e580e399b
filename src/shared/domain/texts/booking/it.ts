import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** Booking of a visit, in Italian. */
export const italian: Translation<typeof english, 'it'> = {
  book: 'Prenoti una visita',
  not_online: 'Al momento non si possono prenotare appuntamenti online. Ci chiami per favore.',
  what_like: 'Che cosa desidera?',
  at_workshop: 'Nel nostro laboratorio',
  at_yours: 'Da Lei',
  by_phone: 'Per telefono',
  loading_times: 'Caricamento degli orari liberi',
  not_offered: 'Questo appuntamento non è più offerto.',
  free_times: 'Orari liberi',
  earlier: 'Prima',
  later: 'Dopo',
  times_of: 'Orari di {place}',
  times_of_abroad: 'Orari di {place}. Il Suo orologio segna un’altra ora.',
  none_free: 'Nessun orario libero in queste due settimane. Guardi più avanti.',
  your_details: 'I Suoi dati',
  book_time: 'Prenoti questo orario',
  booking_now: 'Prenotazione…',
  give_back: 'Liberi l’orario',
  chosen: '{type}, {minutes} minuti.',
  we_call: 'La chiamiamo.',
  we_come: 'Veniamo da Lei.',
  number_missing: 'Inserisca il numero da chiamare',
  address: 'Indirizzo',
  address_missing: 'Inserisca l’indirizzo dove dobbiamo venire',
  about_what: 'Di che cosa si tratta',
  over: 'I cinque minuti sono passati. L’orario resta Suo finché nessun altro lo prende.',
  held_for: 'Riservato per Lei ancora per',
  minutes_left: { by: 'count', one: '{count} minuto', other: '{count} minuti' },
}
