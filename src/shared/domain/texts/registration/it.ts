import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The registrations of visitors, in Italian. */
export const italian: Translation<typeof english, 'it'> = {
  first_name: 'Nome',
  last_name: 'Cognome',
  street: 'Via e numero',
  postcode: 'CAP',
  town: 'Città',
  state: 'Stato o provincia',
  price_for: 'Un prezzo per {about}',
  client_title: 'Ci dica che cosa si deve vedere',
  client_lead: 'Per cominciare bastano poche righe.',
  need: 'Di che cosa ha bisogno',
  need_missing: 'Scriva di che cosa ha bisogno',
  need_help: 'Che cos’è, quanto è grande, dove va e per quando serve',
  ask: 'Chieda un prezzo',
  business_title: 'Registri la Sua azienda',
  business_lead: 'Una registrazione attende che l’ufficio l’abbia esaminata.',
  business_name: 'Nome dell’azienda',
  business_missing: 'Inserisca il nome dell’azienda',
  tax_number: 'Numero {tax}',
  tax_number_help: 'Con le lettere del Suo Paese',
  register: 'Registra l’azienda',
  person_title: 'Diventi il nostro contatto',
  person_lead: 'Lasci il suo nome e come raggiungerla. I suoi dati attendono l’ufficio.',
  work_for: 'Lavora per',
  send: 'Invia',
  arrived: 'Grazie. È arrivato.',
  arrived_text: 'Ora è in ufficio.',
  book_meanwhile: 'Nel frattempo prenoti una visita',
}
