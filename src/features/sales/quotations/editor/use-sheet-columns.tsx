import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isChargedBySize } from '@/documents/lines'
import { hasPermission } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { useFormats } from '@/shared/hooks/use-formats'
import { jobLinesQuery } from '../api/job-lines.query'
import { costsQuery, type LineCosts } from '../api/quotation.query'
import { lineColumns } from './line-columns'
import { Thumbnail } from './pictures/line-picture'
import type { Lines } from './use-lines'
import { useOptionSuggestions } from './use-option-suggestions'
import { pickedChanges, useLineSuggestions } from './use-suggestions'
import { useVatChoices } from './use-vat-choices'

const noCosts: LineCosts = { costs: {}, estimated: {} }

type SheetColumns = {
  quotationId: string
  contactId: string
  locationId: string | null
  currency: string
  of: Lines
  isOpen: boolean
  /** Prices by quantity are shown, also where no line has them yet. */
  wantsBreaks: boolean
  /** The addresses of pictures, by their paths. */
  addresses: Readonly<Record<string, string>>
  /** Shows the picture of this line. */
  onPicture: (line: string) => void
}

/** The columns of the lines of a quotation, with the rates and costs that they show. */
export function useSheetColumns(options: SheetColumns) {
  const { quotationId, contactId, locationId, currency, of, isOpen, wantsBreaks, addresses, onPicture } = options
  const seesCosts = hasPermission(useRights(), 'view_financial_data')
  const vat = useVatChoices(contactId, { kind: 'quotation', id: quotationId, site: locationId })
  const { data: { costs: stored, estimated } = noCosts } = useQuery({ ...costsQuery(quotationId), enabled: seesCosts })
  const { data: jobs = null } = useQuery(jobLinesQuery(quotationId, of.readAt))
  const costs = useCostsNow(of, stored)
  const useSuggestions = useLineSuggestions({ quotationId, currency }, (line, picked) =>
    of.perform(pickedChanges(line, picked, seesCosts ? (costs[line.id] ?? null) : picked.unit_cost)),
  )
  const optionSuggestions = useOptionSuggestions(of.lines, of.perform)
  const hasCharged = of.lines.some((line) => line.kind === 'item' && isChargedBySize(line))
  const usesBreaks = of.lines.some(({ price_breaks }) => price_breaks !== null)
  const { length_unit, currency: books } = useFormats()
  const usedUnits = [...new Set(of.lines.map(({ unit }) => unit ?? ''))].toSorted().join(' ')
  const columns = useMemo(
    () =>
      lineColumns(vat, seesCosts ? costs : null, {
        currency,
        books,
        lengthUnit: length_unit,
        usedUnits: usedUnits.split(' '),
        useSuggestions,
        useOptionSuggestions: optionSuggestions,
        hasBreaks: wantsBreaks || usesBreaks,
        hasCharged,
        isOpen,
        jobs,
        pictureOf: (line) => {
          const address = line.picture_path ? addresses[line.picture_path] : undefined
          return address ? (
            <Thumbnail name={line.description} address={address} onOpen={() => onPicture(line.id)} />
          ) : null
        },
      }),
    [
      vat,
      seesCosts,
      costs,
      currency,
      books,
      useSuggestions,
      optionSuggestions,
      wantsBreaks,
      usesBreaks,
      hasCharged,
      isOpen,
      jobs,
      addresses,
      onPicture,
      length_unit,
      usedUnits,
    ],
  )
  return { columns, vat, costs, estimated, usesBreaks }
}

/** The stored costs, with those that are on their way. */
function useCostsNow(of: Lines, stored: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  // The same object while no cost is on its way: with another one every row is drawn again.
  const hasNewCosts = of.waiting.some(({ change }) => change.kind === 'cost')
  const waitingCosts = hasNewCosts ? of.waiting : null
  return useMemo(() => {
    if (!waitingCosts) return stored
    const now: Record<string, string> = { ...stored }
    for (const { change } of waitingCosts)
      if (change.kind === 'cost') {
        if (change.to === null) delete now[change.id]
        else now[change.id] = change.to
      }
    return now
  }, [stored, waitingCosts])
}
