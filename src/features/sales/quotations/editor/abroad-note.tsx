import { useQuery } from '@tanstack/react-query'
import { AbroadNote as AbroadNoteOfPaper } from '@/kit/record/abroad-note'
import { type Quotation, vatRatesQuery } from '../api/quotation.query'
import { changeOf } from './line-edits'
import type { Lines } from './use-lines'

/** The note on reverse charge of a quotation, whose one act is undone in one step. An amendment keeps the rates of its order. */
export function AbroadNote({ quotation, lines }: { quotation: Quotation; lines: Lines }) {
  const { contact_id: client, id, location_id: site } = quotation
  const { data: rates = [] } = useQuery(vatRatesQuery)
  if (quotation.amends !== null) return null
  return (
    <AbroadNoteOfPaper
      contactId={client}
      paper={{ kind: 'quotation', id, site }}
      lines={lines.lines}
      rates={rates}
      set={(meant, { rate, treatment }) =>
        lines.perform(meant.flatMap((line) => changeOf(line, { vat_rate: rate, vat_treatment: treatment }) ?? []))
      }
    />
  )
}
