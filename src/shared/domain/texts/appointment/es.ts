import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The page of an appointment, in Spanish. */
export const spanish: Translation<typeof english, 'es'> = {
  book: 'Reservar una visita',
  at_yours: 'En su local',
  move: 'Mover',
  move_it: 'Mover la cita',
  move_to: 'Mover a {moment}',
  cancel: 'Anular',
  cancel_it: 'Anular la cita',
  cancel_asked: '¿Anular esta cita?',
  why: 'Por qué',
  keep: 'Mantenerla',
  no_appointment: 'Este enlace no abre ninguna cita',
  no_appointment_text: 'Puede que el enlace esté incompleto. El correo que le enviamos tiene el enlace entero.',
  see_you: 'Hasta entonces',
  cancelled: 'Esta cita está anulada',
  thanks: 'Gracias por venir',
  missed: 'Le echamos de menos',
  we_call_you: 'Le llamamos',
  until: 'a {time}',
  what: 'Qué',
  where: 'Dónde',
  who: 'Quién',
  note: 'Nota',
  questions: 'Preguntas',
  goes_to: 'Se envía una confirmación a {email}. Guarde esta página: sirve para mover o anular la cita.',
  keep_page: 'Guarde esta página: sirve para mover o anular la cita.',
  to_calendar: 'Añadir a mi calendario',
  another: 'Reservar otra hora',
  leave_review: 'Dejar una opinión',
}
