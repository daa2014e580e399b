import { fromPromise } from 'xstate'
import {
  creditApplicationMachine,
  type CreditStatus,
  type CreditStep,
} from '@/machines/credit-application/credit-application.machine'
import { db } from '@/shared/db/client'

/** The machine with its real effects: every step is a function of the database. */
export const liveCreditApplication = creditApplicationMachine.provide({
  actors: {
    takeStep: fromPromise(async ({ input: { id, step } }) => {
      await call(id, step)
    }),
    readStatus: fromPromise(async ({ input: { id } }) => {
      const { data } = await db.from('credit_applications').select('status').eq('id', id).single().throwOnError()
      return creditStatusOf(data.status)
    }),
  },
})

async function call(id: string, step: CreditStep): Promise<void> {
  switch (step.type) {
    case 'submit':
      await db.rpc('submit_credit_application', { p_id: id }).throwOnError()
      return
    case 'withdraw':
      await db.rpc('withdraw_credit_application', { p_id: id, p_note: step.note }).throwOnError()
      return
    case 'return':
      await db.rpc('return_credit_application', { p_id: id, p_note: step.note }).throwOnError()
      return
    case 'decline':
      await db.rpc('decline_credit_application', { p_id: id, p_note: step.note }).throwOnError()
      return
    case 'approve':
      await db
        .rpc('approve_credit_application', {
          p_id: id,
          p_limit: Number(step.amount),
          p_days: step.days,
          ...(step.note ? { p_note: step.note } : {}),
        })
        .throwOnError()
  }
}

const known = ['draft', 'submitted', 'approved', 'declined', 'withdrawn'] as const
export const creditStatusOf = (status: string): CreditStatus => known.find((each) => each === status) ?? 'withdrawn'
