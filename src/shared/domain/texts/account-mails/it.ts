import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** Mails about an account, in Italian. */
export const italian: Translation<typeof english, 'it'> = {
  confirm_subject: 'Confermi il Suo indirizzo e-mail',
  confirm_lead: 'Le diamo il benvenuto in {company}. Confermi che questo è il Suo indirizzo e-mail.',
  confirm_button: 'Conferma il mio indirizzo',
  confirm_note:
    'Il link funziona una sola volta e per un’ora. Se non ha chiesto Lei la registrazione, può ignorare questo messaggio.',
  invite_subject: 'Invito da {company}',
  invite_lead: 'Un collega La invita a lavorare in {company}. Scelga una password e poi acceda.',
  invite_button: 'Accetta l’invito',
  invite_note_week:
    'Il link funziona una sola volta e per una settimana. Dopo, scelga «{forgot}» nella pagina di accesso.',
  invite_note_hour: 'Il link funziona una sola volta e per un’ora. Dopo, scelga «{forgot}» nella pagina di accesso.',
  reset_subject: 'Reimposti la Sua password',
  reset_lead: 'È stata chiesta una nuova password per il Suo account presso {company}.',
  reset_button: 'Scegli una nuova password',
  reset_note:
    'Il link funziona una sola volta e per un’ora. Se non è stato Lei, non è cambiato nulla e può ignorare questo messaggio.',
  change_subject: 'Confermi il Suo nuovo indirizzo e-mail',
  change_lead: 'Confermi il cambio dell’indirizzo e-mail del Suo account presso {company}.',
  change_button: 'Conferma il cambio',
  change_note: 'Il link funziona una sola volta e per un’ora.',
  link_subject: 'Il Suo link di accesso',
  link_lead: 'Ecco il link con cui accedere a {company}.',
  link_button: 'Accedi',
  link_code: 'Oppure inserisca questo codice: {code}',
  link_note: 'Il link funziona una sola volta e per un’ora. Se non è stato Lei, può ignorare questo messaggio.',
  code_subject: 'Il Suo codice di conferma',
  code_lead: 'Il Suo codice di conferma è {code}.',
  notice_subject: 'Il Suo indirizzo e-mail sta per cambiare',
  notice_lead:
    'Chi è collegato al Suo account ha chiesto di cambiarne l’indirizzo e-mail in {wanted}. Il nuovo indirizzo deve ancora confermarlo.',
  notice_button: 'Apri il mio profilo',
  notice_note: 'Se non è stato Lei, scelga subito una nuova password: tutti gli altri accessi vengono chiusi.',
  known_subject: 'Ha già un account',
  known_lead: 'Qualcuno ha provato a registrarsi presso {company} con questo indirizzo, che ha già un account.',
  known_button: 'Accedi',
  known_note:
    'Se ha dimenticato la password, scelga in quella pagina il link per reimpostarla. Se non è stato Lei, non è cambiato nulla.',
  registration_subject: 'La Sua registrazione',
  hello: 'Buongiorno,',
  hello_name: 'Buongiorno {name},',
  registration_thanks: 'grazie per la registrazione. Il Suo indirizzo e-mail è confermato.',
  registration_next: 'Ora verifichiamo il Suo account. Può accedere in qualsiasi momento per vedere se è pronto.',
}
