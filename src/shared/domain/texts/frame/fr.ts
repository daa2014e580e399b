import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands around the public pages, in French. */
export const french: Translation<typeof english, 'fr'> = {
  skip: 'Aller au contenu',
  start: '{company} : accueil',
  site: 'Site web',
  services: 'Services',
  products: 'Produits',
  tips: 'Conseils',
  book: 'Prendre rendez-vous',
  your_account: 'Votre espace client',
  sign_in: 'Se connecter',
  log_out: 'Se déconnecter',
  light_theme: 'Utiliser le thème clair',
  dark_theme: 'Utiliser le thème sombre',
  language: 'Langue',
  legal: 'Mentions légales',
  privacy: 'Politique de confidentialité',
  terms: 'Conditions générales',
  imprint: 'Mentions légales',
  not_found: 'Page introuvable',
  not_found_text:
    'Rien n’est imprimé sur cette feuille. L’adresse est peut-être mal saisie, ou la page a été déplacée.',
  go_to_start: 'Aller à l’accueil',
  go_back: 'Retour',
  something_wrong: 'Un problème est survenu',
  broken_text: 'Cette page s’est arrêtée à cause d’une erreur de notre part. Veuillez la recharger ou nous demander.',
  try_again: 'Réessayer',
  new_version: 'Une nouvelle version est prête',
  load_new_version: 'Charger la nouvelle version',
  new_version_text: 'Cette page date d’avant la dernière mise à jour. La recharger résout le problème.',
  not_loaded: 'Cette page n’a pas pu être chargée',
  not_loaded_text: 'Le serveur est injoignable. Vérifiez la connexion. La page se chargera dès son retour.',
  staff_only: 'Cette partie est réservée à notre équipe',
  go_to_account: 'Aller à votre espace client',
  papers_in_account: 'Vos devis, commandes, factures et livraisons sont dans votre espace client.',
}
