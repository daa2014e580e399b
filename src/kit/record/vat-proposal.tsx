import { Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { vatKey } from '@/documents/totals'
import { useLive } from '@/kit/live/use-live'
import { db } from '@/shared/db/client'
import { withTax } from '@/shared/domain/text/formats'

type VatProposal = { value: string; isReverse: boolean; isAbroad: boolean }

const proposalsKey = ['vat-proposal']

/** The rate that a new line for this client begins with, as a choice of VAT; null where the company has no rate. */
export const vatProposalQuery = (contactId: string) =>
  queryOptions({
    queryKey: [...proposalsKey, contactId],
    queryFn: async ({ signal }): Promise<VatProposal | null> => {
      const { data } = await db.rpc('vat_proposal', { p_contact: contactId }).abortSignal(signal).throwOnError()
      const [first] = data
      if (!first) return null
      const { rate, treatment, is_abroad } = first
      return { value: vatKey(rate, treatment), isReverse: treatment === 'reverse_charge', isAbroad: is_abroad }
    },
  })

/**
 * Beside the VAT of a paper: why it begins with reverse charge. Nothing while no line has it, or where the client is no business
 * of another state of the European Union.
 */
export function ReverseChargeNote({ contactId, isReverse }: { contactId: string; isReverse: boolean }) {
  const proposal = useQuery({ ...vatProposalQuery(contactId), enabled: isReverse }).data
  useLive(proposalsKey, [{ page: 'contacts', tables: ['contacts'] }])
  if (!isReverse || !proposal?.isReverse || !proposal.isAbroad) return null
  return (
    <Text size="sm" c="dimmed">
      {withTax(
        'Reverse charge is proposed: the client has the {tax} number of a business in another EU country. Choose another rate for goods that stay here and for work on a building here.',
      )}
    </Text>
  )
}
