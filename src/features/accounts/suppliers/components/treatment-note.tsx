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
    'Proposed: the supplier is outside the EU. Choose an import for goods that crossed the customs border.',
  beyond_goods:
    'Proposed: the supplier is outside the EU, and material comes from it. The {tax} is on the bill of customs or of the carrier. Choose “Reverse charge” for work.',
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
