import { Text } from '@mantine/core'
import { accountsPart } from '@/shared/domain/texts/accounts/part'
import { useSay } from '@/kit/client-page/use-say'
import { useQuery } from '@tanstack/react-query'
import { hasAccount } from '@/documents/paper/payment'
import type { CompanyFacts } from '@/documents/paper/source'
import { cardsQuery } from '@/kit/record/cards.query'

/** The company's telephone and mail address, when it has set up no way to pay. Empty otherwise. */
export function NoWay({ company, isCardOffered }: { company: CompanyFacts; isCardOffered: boolean }) {
  const say = useSay(accountsPart)
  const cards = useQuery({ ...cardsQuery, enabled: isCardOffered })
  if (hasAccount(company) || (isCardOffered && (cards.isPending || cards.data))) return null
  const { phone, email } = company
  const reach = phone || email
  return (
    <Text c="dimmed">
      {phone && email
        ? say('no_way_by_two', { phone, mail: email })
        : reach
          ? say('no_way_by_one', { reach })
          : say('no_way')}
    </Text>
  )
}
