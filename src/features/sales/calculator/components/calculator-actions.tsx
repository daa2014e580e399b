import {
  IconCopy,
  IconDeviceFloppy,
  IconFileImport,
  IconHistory,
  IconToolsKitchen2,
  IconTrash,
} from '@tabler/icons-react'
import { confirmRemoval } from '@/kit/confirm'
import type { RecordAction } from '@/kit/record/record-page'
import type { CalculatorPage } from '../use-calculator-page'

type Actions = { primary: RecordAction | null; actions: (RecordAction | null)[] }

/** What can be done with a calculation: it is saved or put where it was opened from; the others in a menu. */
export const calculatorActions = (of: CalculatorPage): Actions => ({
  primary: of.disabled ? null : of.row && of.from && !of.isEdited ? putBack(of) : save(of),
  actions: [
    { label: 'Saved calculations', icon: <IconHistory size={16} aria-hidden />, onClick: () => of.saved.open() },
    ...(of.row && of.mayWrite ? [putIntoQuotation(of), copy(of)] : []),
    remove(of),
    of.mayKeepRecipe ? keepRecipe(of) : null,
    of.row ? null : beginAgain(of),
  ],
})

const putBack = ({ line, quoting }: CalculatorPage): RecordAction => ({
  label: line ? 'Put into the line' : 'Put into the quotation',
  icon: <IconFileImport size={18} aria-hidden />,
  onClick: () => quoting.open(),
})

const save = (of: CalculatorPage): RecordAction => ({
  label: of.row ? 'Save changes' : 'Save',
  icon: <IconDeviceFloppy size={18} aria-hidden />,
  onClick: of.save,
  why: whyNotSaved(of),
  isBusy: of.isBusy,
})

function whyNotSaved({ row, draft, answer, isEdited }: CalculatorPage): string | null {
  if (draft.name.trim() === '') return 'Give the calculation a name first.'
  if (answer.price === null) return 'Fill in the marked fields first.'
  return row && !isEdited ? 'Everything is saved.' : null
}

const putIntoQuotation = ({ quoting, isEdited }: CalculatorPage): RecordAction => ({
  label: 'Put into a quotation',
  icon: <IconFileImport size={16} aria-hidden />,
  onClick: () => quoting.open(),
  why: isEdited ? 'Save it first' : null,
})

const copy = ({ saveCopy, answer }: CalculatorPage): RecordAction => ({
  label: 'Make a copy',
  icon: <IconCopy size={16} aria-hidden />,
  onClick: saveCopy,
  why: answer.price ? null : 'Its price is not known',
})

const remove = ({ row, mayRemove, ...of }: CalculatorPage): RecordAction | null =>
  row && mayRemove
    ? {
        label: 'Remove',
        icon: <IconTrash size={16} aria-hidden />,
        isDangerous: true,
        onClick: () =>
          confirmRemoval({
            title: 'Remove this calculation?',
            text: `“${row.name}” is removed. Lines of quotations that it priced stay as they are.`,
            confirm: 'Remove calculation',
            onConfirm: () => of.remove(row.id),
          }),
      }
    : null

const keepRecipe = (of: CalculatorPage): RecordAction => ({
  label: 'Keep as the recipe of the service',
  icon: <IconToolsKitchen2 size={16} aria-hidden />,
  onClick: of.keepRecipe,
  why: whyNoRecipe(of),
})

function whyNoRecipe({ draft, read }: CalculatorPage): string | null {
  if (draft.service_id === null) return 'Choose a service first'
  return read.inputs.steps.length < draft.steps.length ? 'Fill in each step first' : null
}

const beginAgain = ({ clear, isEdited }: CalculatorPage): RecordAction => ({
  label: 'Begin again',
  icon: <IconTrash size={16} aria-hidden />,
  onClick: clear,
  why: isEdited ? null : 'Nothing is typed',
})
