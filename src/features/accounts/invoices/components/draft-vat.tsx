import { useQuery } from '@tanstack/react-query'
import { useLive } from '@/kit/live/use-live'
import { AbroadNote } from '@/kit/record/abroad-note'
import { ReverseChargeNote } from '@/kit/record/vat-proposal'
import { saveVersioned } from '@/kit/save/save-row'
import { useAct } from '../../shared/use-act'
import { type DraftLine, lineVatQuery } from '../api/draft-lines.query'
import type { Invoice } from '../api/invoice.query'

const isReverse = ({ vat_treatment }: DraftLine) => vat_treatment === 'reverse_charge'
const isOfNoOrder = ({ order_item_id }: DraftLine) => order_item_id === null
const ofRates = [{ page: 'quotations', tables: ['vat_rates'] }] as const

/** Beside the lines of a draft: why its VAT is that of reverse charge, or that it usually is. Lines of an order keep their rate. */
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
  return (
    <>
      <ReverseChargeNote contactId={row.contact_id} isReverse={lines.some(isReverse)} />
      <AbroadNote
        contactId={row.contact_id}
        paper={{ kind: 'invoice', id: row.id }}
        lines={lines}
        rates={rates}
        isFree={isOfNoOrder}
        set={(meant, { rate, treatment }) => act(() => Promise.all(meant.map((line) => save(line, rate, treatment))))()}
      />
    </>
  )
}
