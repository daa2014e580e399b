import { ibanProblem, plainIban } from '@/shared/domain/iban'
import { storableLine } from '@/shared/domain/storable'

export type BankAccountDraft = { holder: string; iban: string; bic: string; bank_name: string }
export const emptyBankAccount: BankAccountDraft = { holder: '', iban: '', bic: '', bank_name: '' }

const bicShape = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/

/** What is wrong with a bank account, field by field and in words; null where nothing is. */
export function bankAccountProblems({ holder, iban, bic }: BankAccountDraft) {
  return {
    holder: storableLine(holder) === '' ? 'Please enter whose account it is' : null,
    iban: ibanProblem(iban),
    bic: bic.trim() !== '' && !bicShape.test(plainIban(bic)) ? 'A BIC has 8 or 11 letters and digits' : null,
  }
}

/** The draft as it is saved. */
export const bankAccountValues = (draft: BankAccountDraft) => ({
  holder: storableLine(draft.holder),
  iban: plainIban(draft.iban),
  bic: plainIban(draft.bic) || null,
  bank_name: storableLine(draft.bank_name) || null,
})
