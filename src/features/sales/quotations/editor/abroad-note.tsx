import { useQuery } from '@tanstack/react-query'
import type { VatTreatment } from '@/documents/lines'
import { AbroadNote as AbroadNoteOfPaper } from '@/kit/record/abroad-note'
import { OtherPlaceNote } from '@/kit/record/other-place-note'
import { type Quotation, vatRatesQuery } from '../api/quotation.query'
import type { QuotationItem } from './line'
import { changeOf } from './line-edits'
import type { Lines } from './use-lines'

/** The notes on reverse charge and on the tax of another place; the act of each is undone in one step. An amendment keeps the rates of its order. */
export function AbroadNote({ quotation, lines }: { quotation: Quotation; lines: Lines }) {
  const { contact_id: client, id, location_id: site } = quotation
  const { data: rates = [] } = useQuery(vatRatesQuery)
  if (quotation.amends !== null) return null
  const ofPaper = {
    contactId: client,
    paper: { kind: 'quotation', id, site } as const,
    lines: lines.lines,
    rates,
    set: (meant: readonly QuotationItem[], { rate, treatment }: { rate: string; treatment: VatTreatment }) =>
      lines.perform(meant.flatMap((line) => changeOf(line, { vat_rate: rate, vat_treatment: treatment }) ?? [])),
  }
  return (
    <>
      <AbroadNoteOfPaper {...ofPaper} />
      <OtherPlaceNote {...ofPaper} />
    </>
  )
}
