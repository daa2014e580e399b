import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CompanyFacts } from '@/documents/paper/source'
import { cardsQuery } from '../api/card-payment.mutation'

/** What stands where the company set up no way to pay from here: how to reach it. Nothing while there is one. */
export function NoWay({ company, isCardOffered }: { company: CompanyFacts; isCardOffered: boolean }) {
  const cards = useQuery({ ...cardsQuery, enabled: isCardOffered })
  if (company.iban || (isCardOffered && (cards.isPending || cards.data))) return null
  const reach = [company.phone, company.email].filter(Boolean).join(' or ')
  return (
    <Text c="dimmed">
      {`This cannot be paid here yet.${reach ? ` Please reach us by ${reach}, and we settle it together.` : ' We will be in touch about how to pay.'}`}
    </Text>
  )
}
