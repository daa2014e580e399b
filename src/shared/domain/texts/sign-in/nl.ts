import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The second factor of a sign-in, in Dutch. */
export const dutch: Translation<typeof english, 'nl'> = {
  enter_code: 'Vul uw code in',
  app_shows: 'Uw authenticator-app toont hem.',
  add_title: 'Tweede factor toevoegen',
  add_text: 'Uw bedrijf vraagt erom. Voortaan logt u in met uw wachtwoord en een code van uw telefoon.',
  before_password: 'Uw account heeft een tweede factor. Bevestig die voordat u een nieuw wachtwoord kiest.',
  go_on: 'Verder',
  add_and_go_on: 'Toevoegen en verder',
  sign_out: '{email} uitloggen',
  moment: 'Een ogenblik',
  drawing: 'De QR-code wordt getekend',
  device: 'Apparaat',
  from_app: 'Uit de app op “{name}”',
  six_digits: 'Code van zes cijfers',
  lost: 'Ik ben mijn apparaat kwijt',
  lost_text:
    'Vraag de beheerder om uw tweede factor op de pagina Staff te verwijderen. Daarna logt u in met uw wachtwoord en voegt u een nieuw apparaat toe. De enige beheerder verwijdert hem op de server: de opdracht staat in de handleiding voor hosting.',
  scan: 'Scan deze code met een authenticator-app op uw telefoon. Elke app voor eenmalige codes werkt.',
  qr: 'QR-code voor uw authenticator-app',
  type_key: 'Of typ deze sleutel in de app',
  copied: 'Gekopieerd',
  copy_key: 'Sleutel kopiëren',
  six_needed: 'Typ de zes cijfers die uw app toont.',
  no_device: 'Dit account heeft geen tweede factor meer. Laad de pagina opnieuw.',
  wrong_code: 'Deze code is onjuist of al gebruikt. Typ de code die uw app nu toont.',
  too_late: 'Dat duurde te lang. Typ de code die uw app nu toont.',
  too_many: 'Er zijn te veel codes geprobeerd. Wacht vijf minuten.',
  unreachable: 'De server is niet bereikbaar. Probeer het opnieuw.',
  unexplained: 'Er ging iets mis. Probeer het opnieuw.',
}
