import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { can } from '@/shared/domain/people/permission'
import { useCurrentUser, useRights } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { linkTo } from '@/shared/lib/address'
import { removeCalculation, saveRecipe } from './api/calculation.mutation'
import { type Calculation, quotationsOfQuery } from './api/calculations.query'
import { calculationsKey, type PersonalPriceList } from './api/prices.query'
import { beginningOf, recipeOf } from './draft'
import { useCalculation } from './use-calculation'

export type Calculated = { row: Calculation | null; was?: Calculation; list: PersonalPriceList }

/** One calculation, where it came from and goes to, what this person may do with it, and its dialogs. */
export function useCalculatorPage({ row, was, list }: Calculated) {
  const rights = useRights()
  const me = useCurrentUser()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [search] = useSearchParams()
  const saved = useDialog('saved')
  const quoting = useDialog('quotation')
  const calculation = useCalculation(row, list, beginningOf(search), was)
  const removing = useActMutation({ mutationFn: removeCalculation, onSuccess: () => navigate(linkTo('/calculator')) })
  const keeping = useActMutation({
    mutationFn: () => saveRecipe(calculation.draft.service_id ?? '', recipeOf(calculation.read.inputs.steps)),
    onSuccess: () => notifications.show({ message: 'New calculations of this service start with these steps.' }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not kept', message: saveProblem(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: calculationsKey }),
  })
  const quotations = useQuery({ ...quotationsOfQuery(row?.id ?? ''), enabled: row !== null })
  /** Its price follows from a margin, which this person does not see. */
  const isLocked = row !== null && row.has_target && !list.shows_costs
  const mayWrite = can(rights, 'quotations', row ? 'edit' : 'create')
  return {
    row,
    list,
    ...calculation,
    problem: calculation.problem ?? removing.error,
    /** The quotation that this calculation was opened from, and its line. */
    from: search.get('quotation'),
    line: search.get('line'),
    quotations: quotations.data ?? [],
    saved,
    quoting,
    isLocked,
    mayWrite,
    mayRemove: mayWrite && (row?.created_by === me.id || can(rights, 'quotations', 'delete')),
    mayKeepRecipe: can(rights, 'markup-demo', 'edit'),
    disabled: !mayWrite || isLocked,
    remove: (id: string) => removing.mutate(id),
    keepRecipe: () => keeping.mutate(),
  }
}
export type CalculatorPage = ReturnType<typeof useCalculatorPage>
