import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The registrations of visitors, in Polish. */
export const polish: Translation<typeof english, 'pl'> = {
  first_name: 'Imię',
  last_name: 'Nazwisko',
  street: 'Ulica i numer',
  postcode: 'Kod pocztowy',
  town: 'Miejscowość',
  state: 'Stan lub województwo',
  price_for: 'Cena: {about}',
  client_title: 'Prosimy napisać, co ludzie mają zobaczyć',
  client_lead: 'Na początek wystarczy kilka zdań.',
  need: 'Czego Państwo potrzebują',
  need_missing: 'Prosimy napisać, czego Państwo potrzebują',
  need_help: 'Co to jest, jak duże, gdzie będzie i na kiedy',
  ask: 'Zapytaj o cenę',
  business_title: 'Rejestracja firmy',
  business_lead: 'Rejestracja czeka, aż biuro ją obejrzy.',
  business_name: 'Nazwa firmy',
  business_missing: 'Prosimy podać nazwę firmy',
  tax_number: 'Numer {tax}',
  tax_number_help: 'Z literami kraju',
  register: 'Zarejestruj firmę',
  person_title: 'Zostań naszym kontaktem',
  person_lead: 'Proszę zostawić imię, nazwisko i sposób kontaktu. Dane czekają na biuro.',
  work_for: 'Pracodawca',
  send: 'Wyślij',
  arrived: 'Dziękujemy. Wiadomość dotarła.',
  arrived_text: 'Jest teraz w biurze.',
  book_meanwhile: 'Umów tymczasem wizytę',
}
