import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { compared, exact } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { spendCredit } from '../api/card-payment.mutation'
import { type Owed, owedKey } from '../api/owed.query'
import classes from './payment.module.css'

/** The client has credit with us: it can lower this invoice at once. */
export function CreditOffer({ uuid, owed }: { uuid: string; owed: Owed }) {
  const queryClient = useQueryClient()
  const spending = useOneMutation({
    mutationFn: () => spendCredit(uuid),
    onSettled: () => queryClient.invalidateQueries({ queryKey: owedKey(uuid) }),
  })
  const covers = compared(exact(owed.credit), exact(owed.whole)) >= 0
  const used = formatMoney(covers ? owed.whole : owed.credit, owed.currency)
  return (
    <section className={classes.box} aria-label="Your credit">
      <h2>{`You have ${formatMoney(owed.credit, owed.currency)} of credit with us`}</h2>
      <Text size="sm" my="xs">
        {covers ? 'It pays this invoice in full.' : 'It lowers this invoice; the rest stays to pay.'}
      </Text>
      {spending.isError ? <Problem>{saveProblem(spending.error)}</Problem> : null}
      <Button loading={spending.isPending} variant="light" onClick={() => spending.mutate()}>
        {`Use ${used} of it`}
      </Button>
    </section>
  )
}
