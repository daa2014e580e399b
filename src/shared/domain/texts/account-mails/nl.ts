import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** Mails about an account, in Dutch. */
export const dutch: Translation<typeof english, 'nl'> = {
  confirm_subject: 'Bevestig uw e-mailadres',
  confirm_lead: 'Welkom bij {company}. Bevestig dat dit uw e-mailadres is.',
  confirm_button: 'Mijn e-mailadres bevestigen',
  confirm_note:
    'De link werkt één keer en één uur lang. Hebt u zich niet geregistreerd, dan kunt u dit bericht negeren.',
  invite_subject: 'Uitnodiging van {company}',
  invite_lead: 'Een collega nodigt u uit om mee te werken bij {company}. Kies een eigen wachtwoord en log daarna in.',
  invite_button: 'Uitnodiging aannemen',
  invite_note_week: 'De link werkt één keer en een week lang. Daarna kiest u “{forgot}” op de inlogpagina.',
  invite_note_hour: 'De link werkt één keer en één uur lang. Daarna kiest u “{forgot}” op de inlogpagina.',
  reset_subject: 'Stel uw wachtwoord opnieuw in',
  reset_lead: 'Er is een nieuw wachtwoord aangevraagd voor uw account bij {company}.',
  reset_button: 'Nieuw wachtwoord kiezen',
  reset_note:
    'De link werkt één keer en één uur lang. Was u het niet, dan is er niets veranderd en kunt u dit bericht negeren.',
  change_subject: 'Bevestig uw nieuwe e-mailadres',
  change_lead: 'Bevestig de wijziging van het e-mailadres van uw account bij {company}.',
  change_button: 'Wijziging bevestigen',
  change_note: 'De link werkt één keer en één uur lang.',
  link_subject: 'Uw link om in te loggen',
  link_lead: 'Hier is uw link om in te loggen bij {company}.',
  link_button: 'Inloggen',
  link_code: 'Of vul deze code in: {code}',
  link_note: 'De link werkt één keer en één uur lang. Was u het niet, dan kunt u dit bericht negeren.',
  code_subject: 'Uw bevestigingscode',
  code_lead: 'Uw bevestigingscode is {code}.',
  notice_subject: 'Uw e-mailadres wordt gewijzigd',
  notice_lead:
    'Iemand die in uw account is ingelogd, wil het e-mailadres wijzigen in {wanted}. Het nieuwe adres moet dat nog bevestigen.',
  notice_button: 'Mijn profiel openen',
  notice_note: 'Was u het niet, kies dan nu een nieuw wachtwoord: alle anderen worden daarmee uitgelogd.',
  known_subject: 'U hebt al een account',
  known_lead: 'Iemand wilde zich bij {company} registreren met dit adres, dat al een account heeft.',
  known_button: 'Inloggen',
  known_note:
    'Bent u uw wachtwoord vergeten, kies dan op die pagina de link om het opnieuw in te stellen. Was u het niet, dan is er niets veranderd.',
  registration_subject: 'Uw registratie',
  hello: 'Goedendag,',
  hello_name: 'Goedendag {name},',
  registration_thanks: 'bedankt voor uw registratie. Uw e-mailadres is bevestigd.',
  registration_next: 'Wij controleren nu uw account. U kunt op elk moment inloggen om te zien of het klaar is.',
}
