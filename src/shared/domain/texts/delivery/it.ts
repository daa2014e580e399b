import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands on the pages of delivery notes, in Italian. */
export const italian: Translation<typeof english, 'it'> = {
  delivery_note: 'Bolla di consegna',
  note_unread: 'Non è stato possibile caricare la bolla di consegna',
  closed_title: 'Questo link non apre più nulla',
  closed_text: 'La preghiamo di chiedercene uno nuovo.',
  part_collected: 'Questa parte è stata ritirata.',
  part_collected_on: 'Questa parte è stata ritirata il {day}.',
  part_delivered: 'Questa parte è stata consegnata.',
  part_delivered_on: 'Questa parte è stata consegnata il {day}.',
  collected: 'Ritirata.',
  collected_on: 'Ritirata il {day}.',
  delivered: 'Consegnata.',
  delivered_on: 'Consegnata il {day}.',
  planned_for: 'È prevista per il {day}.',
  a_part_came: 'Una parte è stata consegnata. Il resto seguirà.',
  failed: 'Non siamo riusciti a consegnare. Concorderemo con Lei un nuovo giorno.',
  on_its_way: 'Non ancora consegnata: è in viaggio verso di Lei.',
  ready_to_collect: 'Non ancora ritirata: è pronta per Lei.',
  ready_to_deliver: 'Non ancora consegnata: è pronta.',
  not_collected: 'Non ancora ritirata.',
  not_delivered: 'Non ancora consegnata.',
}
