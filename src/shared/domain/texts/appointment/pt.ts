import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The page of an appointment, in Portuguese. */
export const portuguese: Translation<typeof english, 'pt'> = {
  book: 'Marcar uma visita',
  at_yours: 'No seu local',
  move: 'Mudar',
  move_it: 'Mudar a visita',
  move_to: 'Mudar para {moment}',
  cancel: 'Cancelar',
  cancel_it: 'Cancelar a visita',
  cancel_asked: 'Cancelar esta visita?',
  why: 'Porquê',
  keep: 'Manter',
  no_appointment: 'Esta ligação não abre nenhuma visita',
  no_appointment_text: 'A ligação pode estar incompleta. O e-mail que lhe enviámos tem a ligação inteira.',
  see_you: 'Até lá',
  cancelled: 'Esta visita está cancelada',
  thanks: 'Obrigado pela visita',
  missed: 'Sentimos a sua falta',
  we_call_you: 'Telefonamos-lhe',
  until: 'às {time}',
  what: 'O quê',
  where: 'Onde',
  who: 'Quem',
  note: 'Nota',
  questions: 'Perguntas',
  goes_to: 'Segue uma confirmação para {email}. Guarde esta página: serve para mudar ou cancelar a visita.',
  keep_page: 'Guarde esta página: serve para mudar ou cancelar a visita.',
  to_calendar: 'Adicionar ao meu calendário',
  another: 'Marcar outra hora',
  leave_review: 'Deixar uma opinião',
}
