import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** Mails about an account, in Polish. */
export const polish: Translation<typeof english, 'pl'> = {
  confirm_subject: 'Potwierdzenie adresu e-mail',
  confirm_lead: 'Witamy w {company}. Prosimy potwierdzić, że to właściwy adres e-mail.',
  confirm_button: 'Potwierdź adres e-mail',
  confirm_note:
    'Link działa jeden raz, przez godzinę. Jeśli to nie Państwa rejestracja, prosimy zignorować tę wiadomość.',
  invite_subject: 'Zaproszenie do {company}',
  invite_lead: 'Zapraszamy do współpracy w {company}. Prosimy ustawić własne hasło, a potem się zalogować.',
  invite_button: 'Przyjmij zaproszenie',
  invite_note_week: 'Link działa jeden raz, przez tydzień. Później prosimy wybrać „{forgot}” na stronie logowania.',
  invite_note_hour: 'Link działa jeden raz, przez godzinę. Później prosimy wybrać „{forgot}” na stronie logowania.',
  reset_subject: 'Ustawienie nowego hasła',
  reset_lead: 'Otrzymaliśmy prośbę o nowe hasło do Państwa konta w {company}.',
  reset_button: 'Ustaw nowe hasło',
  reset_note:
    'Link działa jeden raz, przez godzinę. Jeśli to nie Państwa prośba, nic się nie zmieniło i prosimy zignorować tę wiadomość.',
  change_subject: 'Potwierdzenie nowego adresu e-mail',
  change_lead: 'Prosimy potwierdzić zmianę adresu e-mail Państwa konta w {company}.',
  change_button: 'Potwierdź zmianę',
  change_note: 'Link działa jeden raz, przez godzinę.',
  link_subject: 'Link do logowania',
  link_lead: 'Oto link do logowania w {company}.',
  link_button: 'Zaloguj się',
  link_code: 'Można też wpisać ten kod: {code}',
  link_note: 'Link działa jeden raz, przez godzinę. Jeśli to nie Państwa prośba, prosimy zignorować tę wiadomość.',
  code_subject: 'Kod potwierdzający',
  code_lead: 'Kod potwierdzający to {code}.',
  notice_subject: 'Adres e-mail konta ma zostać zmieniony',
  notice_lead:
    'Osoba zalogowana na Państwa konto poprosiła o zmianę adresu e-mail na {wanted}. Nowy adres musi to jeszcze potwierdzić.',
  notice_button: 'Otwórz mój profil',
  notice_note: 'Jeśli to nie Państwa prośba, prosimy od razu ustawić nowe hasło: wszyscy inni zostaną wylogowani.',
  known_subject: 'Konto już istnieje',
  known_lead: 'Ktoś próbował zarejestrować się w {company} z tym adresem, który ma już konto.',
  known_button: 'Zaloguj się',
  known_note:
    'Jeśli hasło zostało zapomniane, prosimy wybrać na tej stronie link do ustawienia nowego. Jeśli to nie Państwa próba, nic się nie zmieniło.',
  registration_subject: 'Państwa rejestracja',
  hello: 'Dzień dobry,',
  hello_name: 'Dzień dobry, {name},',
  registration_thanks: 'dziękujemy za rejestrację. Adres e-mail jest potwierdzony.',
  registration_next: 'Teraz sprawdzamy konto. W każdej chwili można się zalogować i zobaczyć, czy jest gotowe.',
}
