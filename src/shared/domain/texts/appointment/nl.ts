import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The page of an appointment, in Dutch. */
export const dutch: Translation<typeof english, 'nl'> = {
  book: 'Afspraak maken',
  at_yours: 'Bij u',
  move: 'Verzetten',
  move_it: 'De afspraak verzetten',
  move_to: 'Verzetten naar {moment}',
  cancel: 'Annuleren',
  cancel_it: 'De afspraak annuleren',
  cancel_asked: 'Deze afspraak annuleren?',
  why: 'Waarom',
  keep: 'Behouden',
  no_appointment: 'Deze link opent geen afspraak',
  no_appointment_text: 'De link is misschien onvolledig. In de mail die wij u stuurden staat de hele link.',
  see_you: 'Tot dan',
  cancelled: 'Deze afspraak is geannuleerd',
  thanks: 'Dank u voor uw komst',
  missed: 'Wij hebben u gemist',
  we_call_you: 'Wij bellen u',
  until: 'tot {time}',
  what: 'Wat',
  where: 'Waar',
  who: 'Wie',
  note: 'Notitie',
  questions: 'Vragen',
  goes_to: 'Een bevestiging gaat naar {email}. Bewaar deze pagina: hiermee kunt u de afspraak verzetten of annuleren.',
  keep_page: 'Bewaar deze pagina: hiermee kunt u de afspraak verzetten of annuleren.',
  to_calendar: 'Aan mijn agenda toevoegen',
  another: 'Een andere tijd boeken',
  leave_review: 'Beoordeling schrijven',
}
