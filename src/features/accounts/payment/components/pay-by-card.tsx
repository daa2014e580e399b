import { Button, Text } from '@mantine/core'

/** The way to the page of the bank. `money` as it is shown. */
export const PayByCard = ({ money, isBusy, onPay }: { money: string; isBusy: boolean; onPay: () => void }) => (
  <div>
    <Button size="lg" fullWidth loading={isBusy} onClick={onPay}>
      Pay {money} by card
    </Button>
    <Text size="sm" c="dimmed" mt="xs">
      You pay on the page of our bank. We never see your card.
    </Text>
  </div>
)
