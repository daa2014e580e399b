import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The page of an appointment, in Polish. */
export const polish: Translation<typeof english, 'pl'> = {
  book: 'Umów wizytę',
  at_yours: 'U Państwa',
  move: 'Przełóż',
  move_it: 'Przełóż wizytę',
  move_to: 'Przełóż na: {moment}',
  cancel: 'Odwołaj',
  cancel_it: 'Odwołaj wizytę',
  cancel_asked: 'Odwołać tę wizytę?',
  why: 'Dlaczego',
  keep: 'Zostaw',
  no_appointment: 'Ten link nie otwiera żadnej wizyty',
  no_appointment_text: 'Link może być niepełny. Cały jest w e-mailu od nas.',
  see_you: 'Do zobaczenia',
  cancelled: 'Ta wizyta jest odwołana',
  thanks: 'Dziękujemy za wizytę',
  missed: 'Zabrakło nam Państwa',
  we_call_you: 'Zadzwonimy do Państwa',
  until: 'do {time}',
  what: 'Co',
  where: 'Gdzie',
  who: 'Kto',
  note: 'Uwaga',
  questions: 'Pytania',
  goes_to: 'Potwierdzenie wysyłamy na {email}. Prosimy zachować tę stronę: służy do przełożenia lub odwołania wizyty.',
  keep_page: 'Prosimy zachować tę stronę: służy do przełożenia lub odwołania wizyty.',
  to_calendar: 'Dodaj do kalendarza',
  another: 'Zarezerwuj inny termin',
  leave_review: 'Napisz opinię',
}
