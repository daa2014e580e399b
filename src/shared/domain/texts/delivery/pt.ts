import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands on the pages of delivery notes, in Portuguese. */
export const portuguese: Translation<typeof english, 'pt'> = {
  delivery_note: 'Guia de remessa',
  note_unread: 'Não foi possível carregar a guia de remessa',
  closed_title: 'Esta ligação já não abre nada',
  closed_text: 'Peça-nos uma nova.',
  part_collected: 'Esta parte foi levantada.',
  part_collected_on: 'Esta parte foi levantada a {day}.',
  part_delivered: 'Esta parte foi entregue.',
  part_delivered_on: 'Esta parte foi entregue a {day}.',
  collected: 'Levantada.',
  collected_on: 'Levantada a {day}.',
  delivered: 'Entregue.',
  delivered_on: 'Entregue a {day}.',
  planned_for: 'Está prevista para {day}.',
  a_part_came: 'Uma parte foi entregue. O resto segue depois.',
  failed: 'Não conseguimos entregar. Combinamos um novo dia consigo.',
  on_its_way: 'Ainda não entregue: está a caminho.',
  ready_to_collect: 'Ainda não levantada: está pronta para si.',
  ready_to_deliver: 'Ainda não entregue: está pronta.',
  not_collected: 'Ainda não levantada.',
  not_delivered: 'Ainda não entregue.',
}
