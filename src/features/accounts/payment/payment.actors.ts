import { fromPromise } from 'xstate'
import { paymentMachine } from '@/machines/payment/payment.machine'
import { paymentReturnMachine } from '@/machines/payment/payment-return.machine'
import {
  beginAccountPayment,
  beginPayment,
  beginStatementPayment,
  leavePayment,
  tellAccountTransfer,
  tellStatementTransfer,
  tellTransfer,
  verifyPayment,
} from './api/card-payment.mutation'
import type { Purpose } from './api/owed.query'
import { begunHere } from './begun-memory'

const livePayment = (purpose: Purpose) =>
  paymentMachine.provide({
    actors: {
      begin: fromPromise(({ input: { uuid, whole, amount } }) => beginPayment(purpose, uuid, whole, amount)),
      tell: fromPromise(({ input: { uuid, whole, amount } }) => tellTransfer(uuid, whole, amount)),
      leave: fromPromise(async ({ input }) => void (await leavePayment(input.request))),
    },
    actions: {
      goToBank: ({ context: { begun, uuid } }) => {
        if (!begun) return
        begunHere.keep({ request: begun.request, uuid, purpose, language: document.documentElement.lang })
        window.location.assign(begun.checkout)
      },
    },
  })

/** Paying for an order and paying an invoice: the same visit, other requests. */
export const livePayments = { deposit: livePayment('deposit'), invoice: livePayment('invoice') }

/** Paying these invoices of a statement. */
export const liveStatementPayment = (invoices: string[]) =>
  livePayment('statement').provide({
    actors: {
      begin: fromPromise(({ input: { uuid } }) => beginStatementPayment(uuid, invoices)),
      tell: fromPromise(({ input: { uuid } }) => tellStatementTransfer(uuid, invoices)),
    },
  })

/** Paying these invoices as the client who is signed in: no link is needed. */
export const liveAccountPayment = (invoices: string[]) =>
  livePayment('account').provide({
    actors: {
      begin: fromPromise(() => beginAccountPayment(invoices)),
      tell: fromPromise(() => tellAccountTransfer(invoices)),
    },
  })

export const livePaymentReturn = paymentReturnMachine.provide({
  actors: { verify: fromPromise(({ input }) => verifyPayment(input.transaction)) },
})
