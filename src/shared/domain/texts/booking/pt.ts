import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** Booking of a visit, in Portuguese. */
export const portuguese: Translation<typeof english, 'pt'> = {
  book: 'Marcar uma visita',
  not_online: 'De momento não é possível marcar online. Por favor, telefone-nos.',
  what_like: 'O que deseja?',
  at_workshop: 'Na nossa oficina',
  at_yours: 'No seu local',
  by_phone: 'Por telefone',
  loading_times: 'A carregar as horas livres',
  not_offered: 'Esta visita já não é oferecida.',
  free_times: 'Horas livres',
  earlier: 'Antes',
  later: 'Depois',
  times_of: 'Horas de {place}',
  times_of_abroad: 'Horas de {place}. O seu relógio mostra outra hora.',
  none_free: 'Não há horas livres nestas duas semanas. Veja mais adiante.',
  your_details: 'Os seus dados',
  book_time: 'Marcar esta hora',
  booking_now: 'A marcar…',
  give_back: 'Libertar a hora',
  chosen: '{type}, {minutes} minutos.',
  we_call: 'Telefonamos-lhe.',
  we_come: 'Vamos até si.',
  number_missing: 'Introduza o número para o qual devemos telefonar',
  address: 'Morada',
  address_missing: 'Introduza a morada que devemos visitar',
  about_what: 'De que se trata',
  over: 'Passaram os cinco minutos. A hora continua sua enquanto ninguém a ocupar.',
  held_for: 'Reservado para si durante',
  minutes_left: { by: 'count', one: '{count} minuto', other: '{count} minutos' },
}
