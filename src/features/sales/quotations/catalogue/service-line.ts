import type { CatalogueService } from '../api/catalogue.query'
import type { ServiceWords } from '../api/texts.query'
import { newLine, type LineChange, type Patch, type QuotationItem } from '../editor/line'
import { keysAfter } from '../editor/line-keys'
import { pickedChanges, pickedPatch } from '../editor/use-suggestions'

/** A line in which nobody has written anything yet. */
export const isBlank = ({ kind, description, service_id, inventory_item_id }: QuotationItem): boolean =>
  kind === 'item' && description.trim() === '' && service_id === null && inventory_item_id === null

/** A service as a line takes it over, in the language of the quotation where it is translated. */
export function inWords(picked: CatalogueService, words: ServiceWords | undefined): CatalogueService {
  const { name = picked.description, summary = picked.details } = words?.get(picked.service_id) ?? {}
  return { ...picked, description: name, details: summary }
}

/**
 * The changes that put a service of the catalogue into the lines: into the marked line while it is blank, else into a blank
 * last line, else into a new one below the marked line. `id`: that line.
 */
export function serviceLine(
  lines: readonly QuotationItem[],
  marked: QuotationItem | undefined,
  picked: CatalogueService,
  fresh: { id: string; vat: Pick<Patch, 'vat_rate' | 'vat_treatment'> },
): { id: string; changes: LineChange[] } {
  const blank = [marked, lines.at(-1)].find((line) => line && isBlank(line))
  if (blank) return { id: blank.id, changes: pickedChanges(blank, picked, null) }
  const { keys, moves } = keysAfter(lines, marked?.id ?? null, 1)
  const line = newLine(fresh.id, keys[0] ?? '', fresh.vat)
  return { id: line.id, changes: [...moves, { kind: 'add', lines: [{ ...line, ...pickedPatch(line, picked) }] }] }
}
