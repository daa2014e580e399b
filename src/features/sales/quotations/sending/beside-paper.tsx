import { Alert, Text } from '@mantine/core'
import type { DocumentLine } from '@/documents/lines'
import type { PricedDocument, QuotationDocument } from '@/documents/paper/source'
import { compared, exact, zero } from '@/shared/domain/money/decimal'
import { withTax } from '@/shared/domain/text/formats'
import type { WithTexts } from '@/shared/domain/texts/papers/load'
import { chargesVatAbroad } from '../abroad'
import { OtherLanguage } from './other-language'
import { TextDoubts } from './text-doubts'

/** What a person may have overlooked on the paper of a draft. Nothing of it keeps them from sending. */
export const BesidePaper = ({ id, of }: { id: string; of: WithTexts<QuotationDocument> }) => (
  <>
    <Abroad of={of} />
    <OtherLanguage id={id} of={of} />
    <WithoutQuantity lines={of.lines} />
    <TextDoubts id={id} of={of} />
  </>
)

/** A client abroad who is charged VAT: mostly a rate that nobody thought of. */
function Abroad({
  of: { company, client, vat_table },
}: {
  of: Pick<PricedDocument, 'company' | 'client' | 'vat_table'>
}) {
  const where = client && chargesVatAbroad(company, client, vat_table)
  if (!where) return null
  if (where === 'beyond')
    return (
      <Alert color="yellow" role="status" title={`This client is in ${client.country ?? ''}`}>
        {withTax(
          'This quotation charges {tax}. Goods that go out of the European Union are an export, and work for a business there is not taxable here: choose that rate on the lines if it is so here.',
        )}
      </Alert>
    )
  return (
    <Alert color="yellow" role="status" title={`This client is a business in ${client.country ?? ''}`}>
      {withTax(
        `It has the {tax} number ${client.vat_number ?? ''}, and this quotation charges {tax}. Goods that go to it in another state of the European Union are an intra-Community supply, and of services the client owes it (reverse charge): choose that rate on the lines if it is so here.`,
      )}
    </Alert>
  )
}

/** The lines that bring nothing: a quantity of 0 is mostly a slip. */
function WithoutQuantity({ lines }: { lines: readonly DocumentLine[] }) {
  const empty = lines.filter(
    ({ kind, qty, description }) =>
      kind === 'item' && description.trim() !== '' && qty !== null && compared(exact(qty), zero) === 0,
  )
  if (empty.length === 0) return null
  return (
    <Alert
      color="yellow"
      role="status"
      title={empty.length === 1 ? 'A line has the quantity 0' : `${empty.length} lines have the quantity 0`}
    >
      {empty.map(({ id, description }) => (
        <Text key={id} size="sm">
          {description}
        </Text>
      ))}
    </Alert>
  )
}
