import { Text } from '@mantine/core'
import { withTax } from '@/shared/domain/text/formats'
import { hasTreatments, isOwnTax } from '../../shared/purchase-treatments'
import type { PurchaseProposal } from '../api/suppliers.query'

const reasons: Readonly<Record<string, string>> = {
  usual: 'As on the last bill of this supplier.',
  union_services:
    'Proposed: the supplier has the {tax} number of another EU country. Choose “Goods from another EU country” for goods that come from there.',
  union_goods:
    'Proposed: the supplier has the {tax} number of another EU country, and material comes from it. Choose “Reverse charge” for its work.',
  foreign_tax:
    'This supplier is in another EU country and has no {tax} number here: the {tax} of its country is not deducted in your return.',
  beyond_services:
    'Proposed: the supplier is outside the EU. For goods that crossed the customs border choose “Not taxable”: their {tax} is on the bill of customs or of the forwarder.',
  beyond_goods:
    'Proposed: the supplier is outside the EU, and material comes from it. It bills no {tax}: that is on the bill of customs or of the forwarder, which is entered by itself. Choose “Reverse charge” for work.',
}

type TreatmentNoteProps = { proposal: PurchaseProposal | null; treatment: string; isMixed: boolean }

/** Why the treatment of a bill is proposed, and what it does. */
export function TreatmentNote({ proposal, treatment, isMixed }: TreatmentNoteProps) {
  if (!hasTreatments()) return null
  const why = proposal && proposal.treatment === treatment ? reasons[proposal.reason] : undefined
  const words = isMixed
    ? 'The file states more than one {tax} treatment: each line keeps its own.'
    : [
        why,
        isOwnTax(treatment)
          ? 'The supplier bills no {tax}. You owe it at your rate, and deduct the share above.'
          : treatment === 'import'
            ? 'Only for the bill of customs or of a forwarder: the {tax} is paid to whom the bill is of. The bill of the supplier of the goods is “Not taxable”.'
            : undefined,
      ]
        .filter(Boolean)
        .join(' ')
  if (words === '') return null
  return (
    <Text size="sm" c="dimmed" mt={4}>
      {withTax(words)}
    </Text>
  )
}
