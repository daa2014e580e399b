import { type SubmitEvent, useState } from 'react'
import { isDuplicate, saveProblem } from '@/shared/ui/save-problem'
import { useRefusal } from '@/shared/ui/use-refusal'
import { type BankAccountDraft, bankAccountProblems } from './bank-account'

type Typed = { values: BankAccountDraft; put: (field: keyof BankAccountDraft, value: string) => void }
type Saving = { error: Error | null; isPending: boolean; mutate: () => void; reset: () => void }

/**
 * The form of a bank account, new or known. `fields` is for `BankAccountFields`; `problem` is what the server refused, in
 * words, unless a field says it.
 */
export function useBankAccountForm({ values, put }: Typed, saving: Saving) {
  const [asked, setAsked] = useState(false)
  const problems = bankAccountProblems(values)
  const { form, refuse } = useRefusal(saving.error)
  const isTwice = isDuplicate(saving.error)
  return {
    form,
    submit: (event: SubmitEvent) => {
      event.preventDefault()
      setAsked(true)
      if (Object.values(problems).some((problem) => problem !== null)) refuse()
      else if (!saving.isPending) saving.mutate()
    },
    fields: {
      values,
      problems,
      asked,
      isTwice,
      disabled: saving.isPending,
      put: (field: keyof BankAccountDraft, value: string) => {
        saving.reset()
        put(field, value)
      },
    },
    problem: saving.error && !isTwice ? saveProblem(saving.error) : null,
  }
}
