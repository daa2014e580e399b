import { Alert, Button, Group } from '@mantine/core'
import { IconClockHour4 } from '@tabler/icons-react'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { type Announced, announcedSum } from '@/shared/domain/money/announced-transfer'
import { announcedWords } from '@/shared/domain/records/announced-words'
import { compared, exact } from '@/shared/domain/money/decimal'
import { accountsPart } from '@/shared/domain/texts/accounts/part'
import { useSay } from '@/kit/client-page/use-say'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { formatMoney } from '@/shared/domain/money/money'
import { Problem } from '@/shared/ui/page/problem'
import { useProblem } from '@/shared/hooks/use-problem'
import { withdrawTransfer } from '../api/card-payment.mutation'

type AnnouncedTransfersProps = {
  announced: Announced
  /** The open amount, as decimal text. */
  open: string
  /** The query that is read again after a withdrawal. */
  queryKey: QueryKey
  /** Shows the ways to pay all the same; null while they are shown. */
  onPayAnyway: (() => void) | null
}

/** The announced transfers. They replace the ways to pay, so that nobody pays twice. Empty without one. */
export function AnnouncedTransfers({ announced, open, queryKey, onPayAnyway }: AnnouncedTransfersProps) {
  const say = useSay(accountsPart)
  const words = usePageWords()
  const problemOf = useProblem()
  const queryClient = useQueryClient()
  const withdrawing = useOneMutation({
    mutationFn: withdrawTransfer,
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  if (announced.length === 0) return null
  const isPart = compared(exact(announcedSum(announced)), exact(open)) < 0
  return (
    <Alert icon={<IconClockHour4 aria-hidden />} title={say('transfer_is_announced')} color="gray" role="status">
      {announcedWords(announced, words)}
      {withdrawing.isError ? <Problem>{problemOf(withdrawing.error)}</Problem> : null}
      <Group gap="xs" mt="sm">
        {announced.map(({ id, amount, currency }) => (
          <Button
            key={id}
            variant="default"
            size="sm"
            loading={withdrawing.isPending && withdrawing.variables === id}
            onClick={() => withdrawing.mutate(id)}
          >
            {announced.length === 1
              ? say('not_sent')
              : say('not_sent_amount', { amount: formatMoney(amount, currency) })}
          </Button>
        ))}
        {onPayAnyway ? (
          <Button variant="subtle" size="sm" onClick={onPayAnyway}>
            {say(isPart ? 'pay_another_amount' : 'pay_another_way')}
          </Button>
        ) : null}
      </Group>
    </Alert>
  )
}

/**
 * After a transfer was announced, reads the announcements again, then calls `onShown`. Returns true while the button
 * waits.
 */
export function useAfterTelling(
  { isTelling, isTold }: { isTelling: boolean; isTold: boolean },
  queryKey: QueryKey,
  onShown: () => void,
): boolean {
  const queryClient = useQueryClient()
  const readAgain = useOneMutation({
    mutationFn: () => queryClient.invalidateQueries({ queryKey }),
    onSettled: onShown,
  })
  const begin = useEffectEvent(() => readAgain.mutate())
  useEffect(() => {
    if (isTold) begin()
  }, [isTold])
  return isTelling || readAgain.isPending
}
