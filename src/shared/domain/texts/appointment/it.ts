import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The page of an appointment, in Italian. */
export const italian: Translation<typeof english, 'it'> = {
  book: 'Prenoti una visita',
  at_yours: 'Da Lei',
  move: 'Sposti',
  move_it: 'Sposti l’appuntamento',
  move_to: 'Sposti a {moment}',
  cancel: 'Annulli',
  cancel_it: 'Annulli l’appuntamento',
  cancel_asked: 'Annullare questo appuntamento?',
  why: 'Perché',
  keep: 'Lo tenga',
  no_appointment: 'Questo link non apre alcun appuntamento',
  no_appointment_text: 'Forse il link è incompleto. Nell’e-mail che Le abbiamo inviato c’è quello intero.',
  see_you: 'A presto',
  cancelled: 'Questo appuntamento è annullato',
  thanks: 'Grazie della visita',
  missed: 'L’abbiamo aspettata',
  we_call_you: 'La chiamiamo',
  until: 'alle {time}',
  what: 'Che cosa',
  where: 'Dove',
  who: 'Chi',
  note: 'Nota',
  questions: 'Domande',
  goes_to: 'Una conferma va a {email}. Conservi questa pagina: serve a spostare o annullare l’appuntamento.',
  keep_page: 'Conservi questa pagina: serve a spostare o annullare l’appuntamento.',
  to_calendar: 'Aggiungi al mio calendario',
  another: 'Prenoti un altro orario',
  leave_review: 'Lasci una recensione',
}
