import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The registrations of visitors, in German. */
export const german: Translation<typeof english, 'de'> = {
  first_name: 'Vorname',
  last_name: 'Nachname',
  street: 'Straße und Hausnummer',
  postcode: 'Postleitzahl',
  town: 'Ort',
  state: 'Bundesland oder Provinz',
  price_for: 'Ein Preis für {about}',
  client_title: 'Sagen Sie uns, was man sehen soll',
  client_lead: 'Für den Anfang genügen ein paar Zeilen.',
  need: 'Was Sie brauchen',
  need_missing: 'Bitte schreiben Sie, was Sie brauchen',
  need_help: 'Was es ist, wie groß, wohin es kommt und wann Sie es brauchen',
  ask: 'Preis anfragen',
  business_title: 'Registrieren Sie Ihr Unternehmen',
  business_lead: 'Eine Anmeldung wartet, bis das Büro sie angesehen hat.',
  business_name: 'Name des Unternehmens',
  business_missing: 'Bitte geben Sie den Namen des Unternehmens ein',
  tax_number: '{Tax}-Nummer',
  tax_number_help: 'Mit den Buchstaben Ihres Landes',
  register: 'Unternehmen registrieren',
  person_title: 'Werden Sie unser Kontakt',
  person_lead: 'Hinterlassen Sie Ihren Namen und wie wir Sie erreichen. Ihre Angaben liegen dann im Büro.',
  work_for: 'Sie arbeiten für',
  send: 'Senden',
  arrived: 'Danke. Es ist angekommen.',
  arrived_text: 'Es liegt jetzt im Büro.',
  book_meanwhile: 'Inzwischen einen Termin buchen',
}
