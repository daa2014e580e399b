import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The second factor of a sign-in, in German. */
export const german: Translation<typeof english, 'de'> = {
  enter_code: 'Code eingeben',
  app_shows: 'Ihre Authenticator-App zeigt ihn an.',
  add_title: 'Zweiten Faktor einrichten',
  add_text:
    'Ihr Unternehmen verlangt ihn. Ab jetzt melden Sie sich mit Ihrem Passwort und einem Code von Ihrem Telefon an.',
  before_password: 'Ihr Konto hat einen zweiten Faktor. Bestätigen Sie ihn, bevor Sie ein neues Passwort wählen.',
  go_on: 'Weiter',
  add_and_go_on: 'Einrichten und weiter',
  sign_out: '{email} abmelden',
  moment: 'Einen Moment',
  drawing: 'Der QR-Code wird gezeichnet',
  device: 'Gerät',
  from_app: 'Aus der App auf „{name}“',
  six_digits: 'Sechsstelliger Code',
  lost: 'Ich habe mein Gerät verloren',
  lost_text:
    'Bitten Sie die Administration, Ihren zweiten Faktor auf der Seite Staff zu entfernen. Dann melden Sie sich mit Ihrem Passwort an und richten ein neues Gerät ein. Wer allein administriert, entfernt ihn auf dem Server: der Befehl steht in der Anleitung zum Hosting.',
  scan: 'Scannen Sie diesen Code mit einer Authenticator-App auf Ihrem Telefon. Jede App für Einmalcodes ist geeignet.',
  qr: 'QR-Code für Ihre Authenticator-App',
  type_key: 'Oder geben Sie diesen Schlüssel in die App ein',
  copied: 'Kopiert',
  copy_key: 'Schlüssel kopieren',
  six_needed: 'Geben Sie die sechs Ziffern ein, die Ihre App zeigt.',
  no_device: 'Dieses Konto hat keinen zweiten Faktor mehr. Bitte laden Sie die Seite neu.',
  wrong_code: 'Dieser Code ist falsch oder wurde schon benutzt. Geben Sie den ein, den Ihre App jetzt zeigt.',
  too_late: 'Das hat zu lange gedauert. Geben Sie den Code ein, den Ihre App jetzt zeigt.',
  too_many: 'Es wurden zu viele Codes versucht. Bitte warten Sie fünf Minuten.',
  unreachable: 'Der Server war nicht erreichbar. Bitte versuchen Sie es noch einmal.',
  unexplained: 'Etwas ist schiefgelaufen. Bitte versuchen Sie es noch einmal.',
}
