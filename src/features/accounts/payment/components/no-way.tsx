import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { hasAccount } from '@/documents/paper/payment'
import type { CompanyFacts } from '@/documents/paper/source'
import { cardsQuery } from '@/kit/record/cards.query'

/** The company's telephone and mail address, when it has set up no way to pay. Empty otherwise. */
export function NoWay({ company, isCardOffered }: { company: CompanyFacts; isCardOffered: boolean }) {
  const cards = useQuery({ ...cardsQuery, enabled: isCardOffered })
  if (hasAccount(company) || (isCardOffered && (cards.isPending || cards.data))) return null
  const reach = [company.phone, company.email].filter(Boolean).join(' or ')
  return (
    <Text c="dimmed">
      {`This cannot be paid here yet.${reach ? ` Please reach us by ${reach}, and we settle it together.` : ' We will be in touch about how to pay.'}`}
    </Text>
  )
}
