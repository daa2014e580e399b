import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The second factor of a sign-in, in Polish. */
export const polish: Translation<typeof english, 'pl'> = {
  enter_code: 'Prosimy podać kod',
  app_shows: 'Pokazuje go aplikacja uwierzytelniająca.',
  add_title: 'Dodaj drugi składnik logowania',
  add_text: 'Wymaga go firma. Od teraz logowanie odbywa się hasłem i kodem z telefonu.',
  before_password: 'To konto ma drugi składnik logowania. Prosimy go potwierdzić przed ustawieniem nowego hasła.',
  go_on: 'Dalej',
  add_and_go_on: 'Dodaj i przejdź dalej',
  sign_out: 'Wyloguj {email}',
  moment: 'Chwileczkę',
  drawing: 'Kod QR jest rysowany',
  device: 'Urządzenie',
  from_app: 'Z aplikacji na „{name}”',
  six_digits: 'Kod z sześciu cyfr',
  lost: 'Nie mam już urządzenia',
  lost_text:
    'Prosimy poprosić administrację o usunięcie drugiego składnika na stronie Staff. Potem można zalogować się hasłem i dodać nowe urządzenie. Jedyny administrator usuwa go na serwerze: polecenie jest w instrukcji hostingu.',
  scan: 'Prosimy zeskanować ten kod aplikacją uwierzytelniającą w telefonie. Działa każda aplikacja do kodów jednorazowych.',
  qr: 'Kod QR dla aplikacji uwierzytelniającej',
  type_key: 'Można też wpisać ten klucz w aplikacji',
  copied: 'Skopiowano',
  copy_key: 'Kopiuj klucz',
  six_needed: 'Prosimy wpisać sześć cyfr, które pokazuje aplikacja.',
  no_device: 'To konto nie ma już drugiego składnika. Prosimy odświeżyć stronę.',
  wrong_code: 'Ten kod jest błędny lub był już użyty. Prosimy wpisać ten, który aplikacja pokazuje teraz.',
  too_late: 'To trwało zbyt długo. Prosimy wpisać kod, który aplikacja pokazuje teraz.',
  too_many: 'Za dużo prób. Prosimy poczekać pięć minut.',
  unreachable: 'Nie można połączyć się z serwerem. Prosimy spróbować ponownie.',
  unexplained: 'Coś poszło nie tak. Prosimy spróbować ponownie.',
}
