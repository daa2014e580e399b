import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** Mails about an account, in German. */
export const german: Translation<typeof english, 'de'> = {
  confirm_subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
  confirm_lead: 'Willkommen bei {company}. Bitte bestätigen Sie, dass dies Ihre E-Mail-Adresse ist.',
  confirm_button: 'E-Mail-Adresse bestätigen',
  confirm_note:
    'Der Link funktioniert einmal und eine Stunde lang. Wenn Sie sich nicht registriert haben, können Sie diese Nachricht ignorieren.',
  invite_subject: 'Einladung zu {company}',
  invite_lead:
    'Sie sind eingeladen, bei {company} mitzuarbeiten. Wählen Sie ein eigenes Passwort und melden Sie sich dann an.',
  invite_button: 'Einladung annehmen',
  invite_note_week:
    'Der Link funktioniert einmal und eine Woche lang. Danach wählen Sie auf der Anmeldeseite „{forgot}“.',
  invite_note_hour:
    'Der Link funktioniert einmal und eine Stunde lang. Danach wählen Sie auf der Anmeldeseite „{forgot}“.',
  reset_subject: 'Passwort zurücksetzen',
  reset_lead: 'Für Ihr Konto bei {company} wurde ein neues Passwort angefordert.',
  reset_button: 'Neues Passwort wählen',
  reset_note:
    'Der Link funktioniert einmal und eine Stunde lang. Wenn Sie das nicht waren, hat sich nichts geändert, und Sie können diese Nachricht ignorieren.',
  change_subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
  change_lead: 'Bitte bestätigen Sie, dass sich die E-Mail-Adresse Ihres Kontos bei {company} ändert.',
  change_button: 'Änderung bestätigen',
  change_note: 'Der Link funktioniert einmal und eine Stunde lang.',
  link_subject: 'Ihr Link zum Anmelden',
  link_lead: 'Hier ist Ihr Link, mit dem Sie sich bei {company} anmelden.',
  link_button: 'Anmelden',
  link_code: 'Oder geben Sie diesen Code ein: {code}',
  link_note:
    'Der Link funktioniert einmal und eine Stunde lang. Wenn Sie das nicht waren, können Sie diese Nachricht ignorieren.',
  code_subject: 'Ihr Bestätigungscode',
  code_lead: 'Ihr Bestätigungscode ist {code}.',
  notice_subject: 'Ihre E-Mail-Adresse soll geändert werden',
  notice_lead:
    'Jemand, der in Ihrem Konto angemeldet ist, möchte dessen E-Mail-Adresse in {wanted} ändern. Die neue Adresse muss das noch bestätigen.',
  notice_button: 'Mein Profil öffnen',
  notice_note: 'Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort: damit werden alle anderen abgemeldet.',
  known_subject: 'Sie haben schon ein Konto',
  known_lead: 'Jemand wollte sich bei {company} mit dieser Adresse registrieren, die schon ein Konto hat.',
  known_button: 'Anmelden',
  known_note:
    'Wenn Sie Ihr Passwort vergessen haben, wählen Sie auf dieser Seite den Link zum Zurücksetzen. Wenn Sie das nicht waren, hat sich nichts geändert.',
  registration_subject: 'Ihre Registrierung',
  hello: 'Guten Tag,',
  hello_name: 'Guten Tag {name},',
  registration_thanks: 'vielen Dank für Ihre Registrierung. Ihre E-Mail-Adresse ist bestätigt.',
  registration_next:
    'Ihr Konto wird nun geprüft. Sie können sich jederzeit anmelden und nachsehen, ob es freigegeben ist.',
}
