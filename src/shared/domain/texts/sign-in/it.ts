import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The second factor of a sign-in, in Italian. */
export const italian: Translation<typeof english, 'it'> = {
  enter_code: 'Inserisca il codice',
  app_shows: 'Lo mostra la Sua app di autenticazione.',
  add_title: 'Aggiungi un secondo fattore',
  add_text: 'La Sua azienda lo richiede. D’ora in poi accede con la password e un codice dal telefono.',
  before_password: 'Il Suo account ha un secondo fattore. Lo confermi prima di scegliere una nuova password.',
  go_on: 'Continua',
  add_and_go_on: 'Aggiungi e continua',
  sign_out: 'Esci da {email}',
  moment: 'Un momento',
  drawing: 'Si disegna il codice QR',
  device: 'Dispositivo',
  from_app: 'Dall’app su «{name}»',
  six_digits: 'Codice di sei cifre',
  lost: 'Ho perso il dispositivo',
  lost_text:
    'Chieda all’amministrazione di rimuovere il Suo secondo fattore alla pagina Staff. Poi accede con la password e aggiunge un nuovo dispositivo. L’unico amministratore lo rimuove sul server: il comando è nella guida all’hosting.',
  scan: 'Scansioni questo codice con un’app di autenticazione sul telefono. Va bene qualsiasi app per codici monouso.',
  qr: 'Codice QR per la Sua app di autenticazione',
  type_key: 'Oppure digiti questa chiave nell’app',
  copied: 'Copiata',
  copy_key: 'Copia la chiave',
  six_needed: 'Inserisca le sei cifre mostrate dall’app.',
  no_device: 'Questo account non ha più un secondo fattore. Ricarichi la pagina.',
  wrong_code: 'Questo codice è sbagliato o è già stato usato. Inserisca quello che l’app mostra ora.',
  too_late: 'È passato troppo tempo. Inserisca il codice che l’app mostra ora.',
  too_many: 'Sono stati provati troppi codici. Attenda cinque minuti.',
  unreachable: 'Il server non è raggiungibile. Riprovi.',
  unexplained: 'Qualcosa è andato storto. Riprovi.',
}
