import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The second factor of a sign-in, in French. */
export const french: Translation<typeof english, 'fr'> = {
  enter_code: 'Saisissez votre code',
  app_shows: 'Votre application d’authentification l’affiche.',
  add_title: 'Ajouter un second facteur',
  add_text:
    'Votre entreprise le demande. Désormais, vous vous connectez avec votre mot de passe et un code de votre téléphone.',
  before_password: 'Votre compte a un second facteur. Confirmez-le avant de choisir un nouveau mot de passe.',
  go_on: 'Continuer',
  add_and_go_on: 'Ajouter et continuer',
  sign_out: 'Déconnecter {email}',
  moment: 'Un instant',
  drawing: 'Le code QR se dessine',
  device: 'Appareil',
  from_app: 'De l’application sur « {name} »',
  six_digits: 'Code à six chiffres',
  lost: 'J’ai perdu mon appareil',
  lost_text:
    'Demandez à l’administration de retirer votre second facteur sur la page Staff. Vous vous connectez ensuite avec votre mot de passe et ajoutez un nouvel appareil. Le seul administrateur le retire sur le serveur : la commande est dans le guide d’hébergement.',
  scan: 'Scannez ce code avec une application d’authentification sur votre téléphone. Toute application de codes à usage unique convient.',
  qr: 'Code QR pour votre application d’authentification',
  type_key: 'Ou saisissez cette clé dans l’application',
  copied: 'Copié',
  copy_key: 'Copier la clé',
  six_needed: 'Saisissez les six chiffres que votre application affiche.',
  no_device: 'Ce compte n’a plus de second facteur. Veuillez recharger la page.',
  wrong_code: 'Ce code est faux ou a déjà servi. Saisissez celui que votre application affiche maintenant.',
  too_late: 'C’était trop long. Saisissez le code que votre application affiche maintenant.',
  too_many: 'Trop de codes ont été essayés. Veuillez attendre cinq minutes.',
  unreachable: 'Le serveur est injoignable. Veuillez réessayer.',
  unexplained: 'Une erreur s’est produite. Veuillez réessayer.',
}
