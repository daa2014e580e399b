import { Button, Skeleton, Text } from '@mantine/core'
import { accountsPart } from '@/shared/domain/texts/accounts/part'
import { useSay } from '@/kit/client-page/use-say'
import { useQuery } from '@tanstack/react-query'
import { cardsQuery } from '@/kit/record/cards.query'

/**
 * The button to the bank's page, if the company accepts cards. Its space is reserved until that is known, so that
 * nothing below moves. `money`: formatted.
 */
export function PayByCard({ money, isBusy, onPay }: { money: string; isBusy: boolean; onPay: () => void }) {
  const say = useSay(accountsPart)
  const cards = useQuery(cardsQuery)
  if (cards.isPending) return <Skeleton height={80} aria-busy />
  if (cards.data !== true) return null
  return (
    <div>
      <Button size="lg" fullWidth loading={isBusy} onClick={onPay}>
        {say('pay_by_card', { amount: money })}
      </Button>
      <Text size="sm" c="dimmed" mt="xs">
        {say('card_note')}
      </Text>
    </div>
  )
}
