import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The page of an appointment, in German. */
export const german: Translation<typeof english, 'de'> = {
  book: 'Termin buchen',
  at_yours: 'Bei Ihnen',
  move: 'Verschieben',
  move_it: 'Termin verschieben',
  move_to: 'Auf {moment} verschieben',
  cancel: 'Absagen',
  cancel_it: 'Termin absagen',
  cancel_asked: 'Diesen Termin absagen?',
  why: 'Warum',
  keep: 'Behalten',
  no_appointment: 'Dieser Link öffnet keinen Termin',
  no_appointment_text: 'Vielleicht ist der Link unvollständig. In unserer E-Mail steht der ganze.',
  see_you: 'Bis dann',
  cancelled: 'Dieser Termin ist abgesagt',
  thanks: 'Danke für Ihren Besuch',
  missed: 'Wir haben Sie vermisst',
  we_call_you: 'Wir rufen Sie an',
  until: 'bis {time}',
  what: 'Was',
  where: 'Wo',
  who: 'Wer',
  note: 'Notiz',
  questions: 'Fragen',
  goes_to: 'Eine Bestätigung geht an {email}. Hier können Sie den Termin verschieben oder absagen.',
  keep_page: 'Hier können Sie den Termin verschieben oder absagen.',
  to_calendar: 'In meinen Kalender eintragen',
  another: 'Eine andere Zeit buchen',
  leave_review: 'Bewertung schreiben',
}
