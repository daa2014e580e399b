import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { cardsQuery } from '@/kit/record/cards.query'

/**
 * The button to the bank's page, if the company accepts cards. Its space is reserved until that is known, so that
 * nothing below moves. `money`: formatted.
 */
export function PayByCard({ money, isBusy, onPay }: { money: string; isBusy: boolean; onPay: () => void }) {
  const cards = useQuery(cardsQuery)
  if (cards.isPending) return <Skeleton height={80} aria-busy />
  if (cards.data !== true) return null
  return (
    <div>
      <Button size="lg" fullWidth loading={isBusy} onClick={onPay}>
        Pay {money} by card
      </Button>
      <Text size="sm" c="dimmed" mt="xs">
        You pay on the page of our bank. We never see your card.
      </Text>
    </div>
  )
}
