import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands on the pages of delivery notes, in Spanish. */
export const spanish: Translation<typeof english, 'es'> = {
  delivery_note: 'Albarán',
  note_unread: 'No se pudo cargar el albarán',
  closed_title: 'Este enlace ya no abre nada',
  closed_text: 'Pídanos uno nuevo.',
  part_collected: 'Esta parte se ha recogido.',
  part_collected_on: 'Esta parte se recogió el {day}.',
  part_delivered: 'Esta parte se ha entregado.',
  part_delivered_on: 'Esta parte se entregó el {day}.',
  collected: 'Recogido.',
  collected_on: 'Recogido el {day}.',
  delivered: 'Entregado.',
  delivered_on: 'Entregado el {day}.',
  planned_for: 'Está prevista para el {day}.',
  a_part_came: 'Se ha entregado una parte. El resto llegará después.',
  failed: 'No pudimos entregar. Acordaremos un nuevo día con usted.',
  on_its_way: 'Todavía no entregado: está en camino.',
  ready_to_collect: 'Todavía no recogido: está listo para usted.',
  ready_to_deliver: 'Todavía no entregado: está listo.',
  not_collected: 'Todavía no recogido.',
  not_delivered: 'Todavía no entregado.',
}
