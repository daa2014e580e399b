import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { compared, exact } from '@/shared/domain/money/decimal'
import { accountsPart } from '@/shared/domain/texts/accounts/part'
import { useSay } from '@/kit/client-page/use-say'
import { formatMoney } from '@/shared/domain/money/money'
import { Problem } from '@/shared/ui/page/problem'
import { useProblem } from '@/shared/hooks/use-problem'
import { spendCredit } from '../api/card-payment.mutation'
import { type Owed, owedKey } from '../api/owed.query'
import classes from './payment.module.css'

/** The client has credit with us: it can lower this invoice at once. */
export function CreditOffer({ uuid, owed }: { uuid: string; owed: Owed }) {
  const say = useSay(accountsPart)
  const problemOf = useProblem()
  const queryClient = useQueryClient()
  const spending = useOneMutation({
    mutationFn: () => spendCredit(uuid),
    onSettled: () => queryClient.invalidateQueries({ queryKey: owedKey(uuid) }),
  })
  const covers = compared(exact(owed.credit), exact(owed.whole)) >= 0
  const used = formatMoney(covers ? owed.whole : owed.credit, owed.currency)
  return (
    <section className={classes.box} aria-label={say('your_credit')}>
      <h2>{say('credit_with_us', { amount: formatMoney(owed.credit, owed.currency) })}</h2>
      <Text size="sm" my="xs">
        {say(covers ? 'credit_covers_invoice' : 'credit_lowers_invoice')}
      </Text>
      {spending.isError ? <Problem>{problemOf(spending.error)}</Problem> : null}
      <Button loading={spending.isPending} variant="light" onClick={() => spending.mutate()}>
        {say('use_credit', { amount: used })}
      </Button>
    </section>
  )
}
