import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconChecks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDialog } from '@/kit/dialog/use-dialog'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { saveProblem } from '@/shared/hooks/save-problem'
import { countText } from '@/shared/domain/text/formats'
import { useAct } from '../../shared/use-act'
import { confirmAllShown } from '../api/bank.mutation'
import { type Entry, type Shown, sureQuery } from '../api/bank.query'
import { readSureEntries, type SureEntry } from '../api/sure.query'
import { AskSure } from './ask-sure'
import classes from './bank.module.css'

type SureOnesProps = {
  entries: readonly Entry[]
  money: Shown['money']
  /** True when these are all the open entries. */
  isWhole: boolean
  /** True while the rows below keep their places after a decision; then this keeps its place too. */
  isHeld: boolean
  onDecided: () => void
}

/** The number of sure entries, and the button that lists them and asks whether exactly those are booked. */
export function SureOnes({ entries, money, isWhole, isHeld, onDecided }: SureOnesProps) {
  const [said, setSaid] = useState<string | null>(null)
  // The list does not change while a person reads it. What changed meanwhile is refused by the database.
  const [asked, setAsked] = useState<SureEntry[]>([])
  const question = useDialog('sure')
  const { act, isBusy } = useAct()
  const reading = useOneMutation({
    mutationFn: readSureEntries,
    onSuccess: (shown) => {
      if (shown.length === 0)
        return void notifications.show({ message: 'The entries changed meanwhile. Please look at them again.' })
      setAsked(shown)
      question.open()
    },
    onError: (error) => notifications.show({ color: 'red', title: 'Not read', message: saveProblem(error) }),
  })
  // The shown entries are already loaded. Only a longer list reads the rest.
  const rest = useQuery({ ...sureQuery(money), enabled: !isWhole })
  const { sure, early } = isWhole ? sureOf(entries) : (rest.data ?? { sure: {}, early: 0 })
  const count = Object.keys(sure).length
  if (isHeld && said !== null)
    return (
      <div className={classes.sure}>
        <Text>{said}</Text>
        <Button leftSection={<IconChecks size={18} aria-hidden />} disabled>
          Confirmed
        </Button>
      </div>
    )
  if (count === 0) return early === 0 ? null : <Text className={classes.sure ?? ''}>{earlyWords(early)}</Text>
  return (
    <div className={classes.sure}>
      <Text>
        {count === 1 ? '1 entry is sure' : `${countText(count)} entries are sure`}: a paper or a known account says
        whose it is, and the amount is exact.{early === 0 ? '' : ` ${earlyWords(early)}`}
      </Text>
      <Button
        leftSection={<IconChecks size={18} aria-hidden />}
        loading={reading.isPending || isBusy}
        onClick={() => reading.mutate(Object.keys(sure))}
      >
        {count === 1 ? 'Confirm the sure one' : `Confirm all ${countText(count)} sure ones`}
      </Button>
      <AskSure question={question} entries={asked} isBusy={isBusy} onConfirm={(shown) => act(() => book(shown))()} />
    </div>
  )

  async function book(shown: readonly SureEntry[]) {
    const confirmed = await confirmAllShown(shown).finally(question.close)
    const words = `${confirmed === 1 ? '1 entry is' : `${countText(confirmed)} entries are`} matched.`
    setSaid(words)
    onDecided()
    notifications.show({ message: words })
  }
}

const earlyWords = (count: number): string =>
  `${count === 1 ? '1 more needs' : `${countText(count)} more need`} a look: paid before the invoice's date.`

function sureOf(entries: readonly Entry[]): { sure: Record<string, string>; early: number } {
  const best = entries.map(({ id, matches, debits }) => ({
    id,
    match: matches[0] ?? debits[0],
    early: matches[0]?.is_early,
  }))
  return {
    sure: Object.fromEntries(best.flatMap(({ id, match }) => (match?.is_sure ? [[id, match.seen] as const] : []))),
    early: best.filter(({ early }) => early === true).length,
  }
}
