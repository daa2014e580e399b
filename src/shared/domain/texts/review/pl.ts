import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The page where a visitor leaves a review, in Polish. */
export const polish: Translation<typeof english, 'pl'> = {
  your_review: 'Państwa opinia',
  review_missing: 'Prosimy napisać opinię',
  review_help: 'Co zrobiliśmy i jak poszło?',
  your_name: 'Imię i nazwisko',
  name_missing: 'Prosimy podać imię i nazwisko',
  name_help: 'Pojawi się przy opinii',
  email_help: 'Nigdy niepokazywany. Tylko jeśli możemy o coś dopytać.',
  poor: 'Źle',
  not_good: 'Niezbyt dobrze',
  all_right: 'W porządku',
  good: 'Dobrze',
  excellent: 'Doskonale',
  thanks: 'Dziękujemy za opinię',
  thanks_text: 'Jest teraz w biurze. Pojawi się na stronie, gdy zostanie opublikowana.',
  back: 'Wróć do usług',
  how_did_we: 'Jak nam poszło?',
  good_or_bad: 'Dobra czy zła. Opinia jest widoczna z imieniem i nazwiskiem, gdy biuro ją opublikuje.',
  send: 'Wyślij opinię',
  choose_stars: 'Prosimy wybrać od jednej do pięciu gwiazdek',
  stars: 'Gwiazdki',
  stars_of: '{stars} z 5: {words}',
  about: 'Czego dotyczy',
  everything: 'Wszystko',
}
