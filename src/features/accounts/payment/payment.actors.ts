import { fromPromise } from 'xstate'
import { paymentMachine } from '@/machines/payment/payment.machine'
import { paymentReturnMachine } from '@/machines/payment/payment-return.machine'
import { beginPayment, leavePayment, tellTransfer, verifyPayment } from './api/card-payment.mutation'
import { begunHere } from './begun-memory'

export const livePayment = paymentMachine.provide({
  actors: {
    begin: fromPromise(({ input: { uuid, whole } }) => beginPayment(uuid, whole)),
    tell: fromPromise(({ input: { uuid, whole } }) => tellTransfer(uuid, whole)),
    leave: fromPromise(async ({ input }) => void (await leavePayment(input.request))),
  },
  actions: {
    goToBank: ({ context: { begun, uuid } }) => {
      if (!begun) return
      begunHere.keep({ request: begun.request, uuid })
      window.location.assign(begun.checkout)
    },
  },
})

export const livePaymentReturn = paymentReturnMachine.provide({
  actors: { verify: fromPromise(({ input }) => verifyPayment(input.transaction)) },
})
