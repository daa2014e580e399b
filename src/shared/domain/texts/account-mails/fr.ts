import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** Mails about an account, in French. */
export const french: Translation<typeof english, 'fr'> = {
  confirm_subject: 'Confirmez votre adresse e-mail',
  confirm_lead: 'Bienvenue chez {company}. Veuillez confirmer que cette adresse e-mail est la vôtre.',
  confirm_button: 'Confirmer mon adresse',
  confirm_note:
    'Le lien fonctionne une seule fois, pendant une heure. Si cette inscription ne vient pas de vous, vous pouvez ignorer ce message.',
  invite_subject: 'Invitation de {company}',
  invite_lead:
    'Un collègue vous invite à travailler avec lui chez {company}. Choisissez votre mot de passe, puis connectez-vous.',
  invite_button: 'Accepter l’invitation',
  invite_note_week:
    'Le lien fonctionne une seule fois, pendant une semaine. Ensuite, choisissez « {forgot} » sur la page de connexion.',
  invite_note_hour:
    'Le lien fonctionne une seule fois, pendant une heure. Ensuite, choisissez « {forgot} » sur la page de connexion.',
  reset_subject: 'Réinitialisez votre mot de passe',
  reset_lead: 'Un nouveau mot de passe a été demandé pour votre compte chez {company}.',
  reset_button: 'Choisir un nouveau mot de passe',
  reset_note:
    'Le lien fonctionne une seule fois, pendant une heure. Si ce n’était pas vous, rien n’a changé et vous pouvez ignorer ce message.',
  change_subject: 'Confirmez votre nouvelle adresse e-mail',
  change_lead: 'Veuillez confirmer le changement d’adresse e-mail de votre compte chez {company}.',
  change_button: 'Confirmer le changement',
  change_note: 'Le lien fonctionne une seule fois, pendant une heure.',
  link_subject: 'Votre lien de connexion',
  link_lead: 'Voici votre lien pour vous connecter chez {company}.',
  link_button: 'Se connecter',
  link_code: 'Ou saisissez ce code : {code}',
  link_note:
    'Le lien fonctionne une seule fois, pendant une heure. Si ce n’était pas vous, vous pouvez ignorer ce message.',
  code_subject: 'Votre code de confirmation',
  code_lead: 'Votre code de confirmation est {code}.',
  notice_subject: 'Votre adresse e-mail va changer',
  notice_lead:
    'Une personne connectée à votre compte a demandé de remplacer son adresse e-mail par {wanted}. La nouvelle adresse doit encore le confirmer.',
  notice_button: 'Ouvrir mon profil',
  notice_note:
    'Si ce n’était pas vous, choisissez un nouveau mot de passe dès maintenant : toutes les autres sessions sont alors déconnectées.',
  known_subject: 'Vous avez déjà un compte',
  known_lead: 'Quelqu’un a voulu s’inscrire chez {company} avec cette adresse, qui a déjà un compte.',
  known_button: 'Se connecter',
  known_note:
    'Si vous avez oublié votre mot de passe, choisissez sur cette page le lien de réinitialisation. Si ce n’était pas vous, rien n’a changé.',
  registration_subject: 'Votre inscription',
  hello: 'Bonjour,',
  hello_name: 'Bonjour {name},',
  registration_thanks: 'merci de votre inscription. Votre adresse e-mail est confirmée.',
  registration_next:
    'Nous vérifions maintenant votre compte. Vous pouvez vous connecter à tout moment pour voir s’il est prêt.',
}
