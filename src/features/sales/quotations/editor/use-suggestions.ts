import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { Suggestion } from '@/kit/sheet/sheet-column'
import { dayText } from '@/shared/domain/text/formats'
import { formatPrice } from '@/shared/domain/money/money'
import { type LineSuggestion, suggestionsQuery, suggestsFrom } from '../api/suggestions.query'
import { type LineChange, type Patch, type QuotationItem, seenBefore } from './line'
import { unitLabels } from './line-columns'
import { costInSize, sizeKey } from './priced-size'

const words = ({ source, quoted_in, quoted_at, details, available }: LineSuggestion): string =>
  source === 'earlier'
    ? `Quoted to this client in ${quoted_in ?? 'an earlier quotation'}${quoted_at ? `, ${dayText(quoted_at)}` : ''}`
    : source === 'service'
      ? [quoted_in === null ? 'Service' : `Service “${quoted_in}”`, details].filter(Boolean).join(' · ').slice(0, 120)
      : [`Material ${quoted_in ?? ''}`, available].filter(Boolean).join(' · ')

/**
 * The change of a picked suggestion. It keeps a size and a text that are already there. A price quoted for another size
 * is marked.
 */
export function pickedPatch(line: QuotationItem, picked: LineSuggestion): Patch {
  const size = { width_mm: line.width_mm ?? picked.width_mm, height_mm: line.height_mm ?? picked.height_mm }
  const quoted = picked.source === 'earlier' ? sizeKey(picked) : null
  return {
    description: picked.description,
    details: line.details ?? (picked.source === 'earlier' ? picked.details : null),
    ...size,
    unit: picked.unit ?? line.unit,
    unit_price: picked.unit_price ?? line.unit_price,
    charge_rule: picked.charge_rule,
    priced_size: quoted === sizeKey(size) ? null : quoted,
    own_charged_qty: null,
    service_id: picked.service_id,
    inventory_item_id: picked.inventory_item_id,
  }
}

/**
 * The changes that put a suggestion into a line. `cost`: the current cost, for people who may see costs. The cost of a piece
 * follows the size that stands there, by the area.
 */
export function pickedChanges(line: QuotationItem, picked: LineSuggestion, cost: string | null): LineChange[] {
  const patch = pickedPatch(line, picked)
  const to: Patch = Object.fromEntries(
    Object.entries(patch).filter(([column, value]) => Reflect.get(line, column) !== value),
  )
  const costs =
    picked.unit_cost === null
      ? cost
      : costInSize(picked.unit_cost, picked.unit ?? line.unit, picked, { ...line, ...to })
  return [
    ...(Object.keys(to).length > 0 ? [{ kind: 'set' as const, id: line.id, from: seenBefore(line, to), to }] : []),
    ...(picked.unit_cost !== null && costs !== cost
      ? [{ kind: 'cost' as const, id: line.id, from: cost, to: costs }]
      : []),
  ]
}

/** A hook with suggestions for a line's description during typing. Headings get none. */
export function useLineSuggestions(
  { quotationId, currency }: { quotationId: string; currency: string },
  onPick: (line: QuotationItem, picked: LineSuggestion) => void,
) {
  const pick = useRef(onPick)
  useEffect(() => {
    pick.current = onPick
  })
  return useMemo(
    () =>
      function useSuggestions(typed: string, line: QuotationItem): readonly Suggestion[] {
        const [rested] = useDebouncedValue(line.kind === 'item' ? typed : '', 120)
        const { data = [] } = useQuery(suggestionsQuery(quotationId, rested))
        return rested.trim().length < suggestsFrom
          ? []
          : data.map((each, place) => ({
              key: `${each.source} ${place}`,
              label: each.description,
              detail: words(each),
              value:
                each.unit_price === null
                  ? ''
                  : `${formatPrice(each.unit_price, currency)} / ${unitLabels[each.unit ?? ''] ?? each.unit ?? 'piece'}`,
              take: () => pick.current(line, each),
            }))
      },
    [quotationId, currency],
  )
}
