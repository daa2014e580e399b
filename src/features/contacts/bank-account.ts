import { storable } from '@/shared/domain/contact'
import { ibanProblem, plainIban } from '@/shared/domain/iban'

export type BankAccountDraft = { holder: string; iban: string; bic: string; bank_name: string }
export const emptyBankAccount: BankAccountDraft = { holder: '', iban: '', bic: '', bank_name: '' }

const bicShape = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/

/** What is wrong with a bank account, field by field and in words; null where nothing is. */
export function bankAccountProblems({ holder, iban, bic }: BankAccountDraft) {
  return {
    holder: storable(holder) === '' ? 'Please enter whose account it is' : null,
    iban: ibanProblem(iban),
    bic: bic.trim() !== '' && !bicShape.test(plainIban(bic)) ? 'A BIC has 8 or 11 letters and digits' : null,
  }
}

/** The draft as it is saved. */
export const bankAccountValues = (draft: BankAccountDraft) => ({
  holder: storable(draft.holder),
  iban: plainIban(draft.iban),
  bic: plainIban(draft.bic) || null,
  bank_name: storable(draft.bank_name) || null,
})
