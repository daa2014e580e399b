import { Title } from '@mantine/core'
import { isPlainZero } from '@/documents/totals'
import { AnnouncedTransfers } from '@/kit/record/announced-transfers'
import { CardLacks } from '@/kit/record/card-lacks'
import { StaffThread } from '@/kit/thread/staff-thread'
import { isAboveZero } from '@/shared/domain/money/decimal'
import page from '@/shared/ui/page/record-page.module.css'
import { DraftLacks } from '../../shared/network/draft-lacks'
import { NetworkPanel } from '../../shared/network/network-panel'
import { DraftPanel } from '../components/draft-panel'
import { Settlements } from '../components/settlements'
import type { InvoicePage } from './use-invoice-page'

/** The panels beside the paper: what it lacks as a draft, the network, the thread, and what settled it. */
export const InvoicePanels = ({ of }: { of: InvoicePage }) => (
  <>
    {of.isOpen ? <AnnouncedTransfers kind="invoice" id={of.row.id} /> : null}
    {of.isDraft ? <LacksOfDraft of={of} /> : null}
    {of.isDraft && of.mayEdit ? <DraftPanel row={of.row} /> : null}
    {of.isIssued && of.row.kind !== 'proforma' ? (
      <NetworkPanel kind="invoice" id={of.row.id} contactId={of.row.contact_id} mayEdit={of.mayEdit} />
    ) : null}
    <StaffThread kind="invoice" id={of.row.id} page="invoices" mayEdit={of.mayEdit} />
    {of.isIssued && !of.nothing ? (
      <section className={page.panel}>
        <Title order={2} size="h4" mb="xs">
          Payments and credits
        </Title>
        <Settlements id={of.row.id} currency={of.row.currency} isSettled={of.row.balance !== of.row.gross} />
      </section>
    ) : null}
  </>
)

const namesBothNumbers = ({ vat_treatment }: { vat_treatment: string }) =>
  vat_treatment === 'reverse_charge' || vat_treatment === 'intra_community'

/** What is missing in the client's card and for an electronic invoice. */
function LacksOfDraft({ of: { row, paper, billed } }: { of: InvoicePage }) {
  const taxes = paper.data?.vat_table ?? []
  return (
    <>
      <CardLacks
        contactId={row.contact_id}
        paper="invoice"
        needsVatNumber={taxes.some(namesBothNumbers)}
        chargesVat={taxes.some(({ vat }) => isAboveZero(vat))}
        hasPlainZero={taxes.some(isPlainZero)}
      />
      <DraftLacks billed={billed} contactId={row.contact_id} />
    </>
  )
}
