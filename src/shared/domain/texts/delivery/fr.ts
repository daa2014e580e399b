import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands on the pages of delivery notes, in French. */
export const french: Translation<typeof english, 'fr'> = {
  delivery_note: 'Bon de livraison',
  note_unread: 'Le bon de livraison n’a pas pu être chargé',
  closed_title: 'Ce lien n’ouvre plus rien',
  closed_text: 'Merci de nous en demander un nouveau.',
  part_collected: 'Cette partie a été retirée.',
  part_collected_on: 'Cette partie a été retirée le {day}.',
  part_delivered: 'Cette partie a été livrée.',
  part_delivered_on: 'Cette partie a été livrée le {day}.',
  collected: 'Retirée.',
  collected_on: 'Retirée le {day}.',
  delivered: 'Livrée.',
  delivered_on: 'Livrée le {day}.',
  planned_for: 'Elle est prévue pour le {day}.',
  a_part_came: 'Une partie a été livrée. Le reste suit.',
  failed: 'Nous n’avons pas pu livrer. Nous convenons d’un nouveau jour avec vous.',
  on_its_way: 'Pas encore livrée : elle est en route vers vous.',
  ready_to_collect: 'Pas encore retirée : elle est prête pour vous.',
  ready_to_deliver: 'Pas encore livrée : elle est prête.',
  not_collected: 'Pas encore retirée.',
  not_delivered: 'Pas encore livrée.',
}
