import { Alert, Button, Group } from '@mantine/core'
import { formatMoney } from '@/shared/domain/money/money'
import { withTax } from '@/shared/domain/text/formats'
import { saveProblem } from '@/shared/hooks/save-problem'
import { Problem } from '@/shared/ui/page/problem'
import type { CalculatorPage } from '../use-calculator-page'
import { NewPrice } from './result'

/** What is said above a calculation: a conflict or problem, and what this person does not see of its price. */
export const CalculatorNotices = ({ of }: { of: CalculatorPage }) => (
  <>
    {of.isConflict ? <Conflict of={of} /> : of.problem ? <Problem>{saveProblem(of.problem)}</Problem> : null}
    <PriceNotice of={of} />
    {of.row && of.list.machines === null && of.answer.price === null ? (
      <Alert mb="md" title={withTax(`${formatMoney(of.row.net)} without {tax}`)}>
        The lines are shown to people who may see machine prices.
      </Alert>
    ) : null}
  </>
)

const Conflict = ({ of }: { of: CalculatorPage }) => (
  <Alert color="red" role="alert" mb="md" title="Somebody else saved this calculation meanwhile">
    <Group gap="xs" mt="xs">
      <Button size="compact-sm" onClick={of.saveCopy} loading={of.isBusy}>
        Save mine as a copy
      </Button>
      <Button size="compact-sm" variant="default" onClick={of.takeTheirs}>
        Take theirs
      </Button>
    </Group>
  </Alert>
)

/** That the price follows from a margin, or that prices changed since it was saved. */
function PriceNotice({ of: { row, isLocked, isEdited, storedNet, mayWrite, save, isBusy } }: { of: CalculatorPage }) {
  if (!row) return null
  if (isLocked)
    return (
      <Alert mb="md" title={withTax(`${formatMoney(row.net)} without {tax}`)}>
        This price follows from a margin. It is changed by people who may see costs; a copy starts with list prices.
      </Alert>
    )
  if (isEdited || storedNet === null || storedNet === row.net) return null
  return <NewPrice saved={row.net} now={storedNet} onTake={mayWrite ? save : null} isBusy={isBusy} />
}
