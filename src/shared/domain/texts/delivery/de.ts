import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands on the pages of delivery notes, in German. */
export const german: Translation<typeof english, 'de'> = {
  delivery_note: 'Lieferschein',
  note_unread: 'Der Lieferschein konnte nicht geladen werden',
  closed_title: 'Dieser Link führt zu nichts mehr',
  closed_text: 'Bitte fordern Sie bei uns einen neuen an.',
  part_collected: 'Dieser Teil wurde abgeholt.',
  part_collected_on: 'Dieser Teil wurde am {day} abgeholt.',
  part_delivered: 'Dieser Teil wurde geliefert.',
  part_delivered_on: 'Dieser Teil wurde am {day} geliefert.',
  collected: 'Abgeholt.',
  collected_on: 'Abgeholt am {day}.',
  delivered: 'Geliefert.',
  delivered_on: 'Geliefert am {day}.',
  planned_for: 'Die Lieferung ist für den {day} geplant.',
  a_part_came: 'Ein Teil wurde geliefert. Der Rest folgt.',
  failed: 'Wir konnten nicht liefern. Wir stimmen einen neuen Tag mit Ihnen ab.',
  on_its_way: 'Noch nicht geliefert: Die Lieferung ist unterwegs zu Ihnen.',
  ready_to_collect: 'Noch nicht abgeholt: Die Ware liegt für Sie bereit.',
  ready_to_deliver: 'Noch nicht geliefert: Die Ware ist fertig.',
  not_collected: 'Noch nicht abgeholt.',
  not_delivered: 'Noch nicht geliefert.',
}
