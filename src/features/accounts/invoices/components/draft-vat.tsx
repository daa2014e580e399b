import { useQuery } from '@tanstack/react-query'
import { useLive } from '@/kit/live/use-live'
import { AbroadNote } from '@/kit/record/abroad-note'
import { OtherPlaceNote } from '@/kit/record/other-place-note'
import { ProposedVatNote } from '@/kit/record/vat/proposed-vat-note'
import { saveVersioned } from '@/kit/save/save-row'
import { useAct } from '../../shared/use-act'
import { type DraftLine, lineVatQuery } from '../api/draft-lines.query'
import type { Invoice } from '../api/invoice.query'

const isOfNoOrder = ({ order_item_id }: DraftLine) => order_item_id === null
const ofRates = [{ page: 'quotations', tables: ['vat_rates'] }] as const

/** Beside the lines of a draft: why its VAT is that of a sale abroad, or that it usually is. Lines of an order keep their rate. */
export function DraftVat({ row, lines }: { row: Invoice; lines: readonly DraftLine[] }) {
  const { data: rates = [] } = useQuery(lineVatQuery)
  useLive(lineVatQuery.queryKey, ofRates)
  const { act } = useAct()
  const save = async (line: DraftLine, rate: string, treatment: string) =>
    saveVersioned({
      table: 'invoice_items',
      what: 'this line',
      row: line,
      values: { vat_rate: rate, vat_treatment: treatment },
    })
  const ofPaper = {
    contactId: row.contact_id,
    paper: { kind: 'invoice', id: row.id } as const,
    lines,
    rates,
    isFree: isOfNoOrder,
    set: (meant: readonly DraftLine[], { rate, treatment }: { rate: string; treatment: string }) =>
      act(() => Promise.all(meant.map((line) => save(line, rate, treatment))))(),
  }
  return (
    <>
      <ProposedVatNote contactId={row.contact_id} treatments={lines.map(({ vat_treatment }) => vat_treatment)} />
      <AbroadNote {...ofPaper} />
      <OtherPlaceNote {...ofPaper} />
    </>
  )
}
